"""Notebooks as pages of the documentation site: text, code and output."""

from __future__ import annotations

import ast
import json
from base64 import b64encode
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any


def page(path: Path, run: bool = False) -> str:
    """Return a notebook as Markdown. With `run`, its code is executed and the output of each cell follows it."""
    parts: list[str] = []
    room: dict[str, Any] = {"__name__": "notebook"}
    for number, cell in enumerate(json.loads(path.read_text("utf-8"))["cells"], 1):
        text = "".join(cell["source"])
        if cell["cell_type"] != "code":
            parts.append(text)
            continue
        parts.append(f"```python\n{text}\n```")
        if run:
            parts += shown(text, f"{path.name}, cell {number}", room)
    return "\n\n".join(parts) + "\n"


def shown(source: str, name: str, room: dict[str, Any]) -> list[str]:
    """Run a cell and return its output: printed text, and the value of its last line, drawn if it has a drawing."""
    tree, printed = ast.parse(source), StringIO()
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    value: Any = None
    with redirect_stdout(printed):
        exec(compile(tree, name, "exec"), room)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), room)
    found = [f"```text\n{printed.getvalue().rstrip()}\n```"] if printed.getvalue() else []
    if hasattr(value, "_repr_svg_"):
        data = b64encode(value._repr_svg_().encode()).decode()
        return [*found, f'<img alt="What the cell draws" src="data:image/svg+xml;base64,{data}">']
    return found if value is None else [*found, f"```text\n{value!r}\n```"]
