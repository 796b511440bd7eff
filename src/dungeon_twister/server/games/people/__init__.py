"""People: their keys and devices, recovery, deletion, reports and blocks."""
