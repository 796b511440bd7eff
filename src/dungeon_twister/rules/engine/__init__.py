"""The rules: pure functions over one compact State. Compiled with mypyc if a C compiler is present, runs as plain Python
otherwise."""
