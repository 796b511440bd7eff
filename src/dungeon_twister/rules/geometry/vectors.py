"""Types of rows of numbers: native vectors where the engine is compiled, plain lists where it is not.

In compiled code the items of a native vector are machine words, and a copy is one block of memory. The engine uses only what
vectors and lists have in common: indices, slices, loops, `len`, `in` and `==`. A row never grows. Python code that reads a
vector from an attribute twice gets two objects, which are equal. `rows` makes rows; nothing else knows `librt`, the runtime
library of mypyc, and only compiled code needs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from librt.vecs import vec as vec
    from mypy_extensions import i16 as i16
    from mypy_extensions import i64 as i64
else:
    i16 = i64 = int

    class Lists:
        """In Python a row of any numbers is a list."""

        def __class_getitem__(cls, item: Any) -> type[list]:
            """Return the type of a row."""
            return list

    vec = Lists


Numbers = vec[i64]
Shorts = vec[i16]  # a quarter of the memory; for rows that are copied often
Floats = vec[float]
Table = vec[Numbers]  # of rows
