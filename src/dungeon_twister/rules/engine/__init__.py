"""The rules: pure functions over one compact State. Compiled with mypyc where a C compiler is there, and runs as it is."""
