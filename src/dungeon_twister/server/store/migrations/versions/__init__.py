"""One file for each change, numbered."""
