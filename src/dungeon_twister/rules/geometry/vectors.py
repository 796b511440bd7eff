"""Rows of whole numbers: native vectors where the engine is compiled, plain lists where it is not.

`Numbers` is the type of both. In compiled code its items are machine words, and a copy is one block of memory. The engine uses
only what both can do: indices, slices, loops, `len`, `in` and `==`. A row never grows, and two names of a native vector that
Python code reads from an attribute are equal, not identical. Nothing else knows `librt`, mypyc's runtime library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dungeon_twister.rules.geometry import hashing

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64 as i64

    Numbers = vec[i64]
elif hashing.__file__.endswith(".py"):
    Numbers = list
else:
    from librt.vecs import vec
    from mypy_extensions import i64

    Numbers = vec[i64]
