"""What building the package does besides ``pyproject.toml``: the page for the browser, and C instead of Python for the engine.

The page is built by ``web/build_page.py``. The environment variable ``DUNGEON_TWISTER_WEB`` decides:

* ``0``: never build it.
* ``1``: build it, and fail when that is impossible.
* unset: try; when it fails, the package is installed without it, and its server says so.

The modules that ``pyproject.toml`` names are compiled with mypyc. The environment variable ``DUNGEON_TWISTER_COMPILE``
decides:

* ``0``: never compile.
* ``1``: compile, and fail when that is impossible.
* unset: try; when anything fails, install pure Python, which behaves the same. An
  editable install stays pure Python: compiled modules next to the sources would hide edits.

The C compiler works on all cores, with ``-O2`` (gcc: the parts of it that matter) for the modules that ``pyproject.toml`` calls
hot and with ``-O1`` for the others, for which more effort takes long and brings nothing. ``DUNGEON_TWISTER_OPTIMISE`` (0 to 3)
is the level for all of them. Where it takes them, it gets several files at once.

``DUNGEON_TWISTER_PREBUILT`` names a folder in which the extensions of these very sources have been built before
(``.compiled/KEY``): they are taken from there.

What a build needs follows from these: no Node.js without a page, no mypy and nothing it reads without compiling.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CompileError

WEB_SWITCH = "DUNGEON_TWISTER_WEB"
SWITCH = "DUNGEON_TWISTER_COMPILE"
EFFORT = "DUNGEON_TWISTER_OPTIMISE"
PREBUILT = os.environ.get("DUNGEON_TWISTER_PREBUILT", "")
CORES = os.cpu_count() or 1
# The commands that really build; the others only ask for metadata.
EDITABLE_COMMANDS = {"develop", "editable_wheel"}
BUILD_COMMANDS = {"bdist_wheel", "build", "build_ext", "install"} | EDITABLE_COMMANDS

mode = os.environ.get(SWITCH, "")
if mode not in {"", "0", "1"}:
    sys.exit(f"{SWITCH} is {mode!r}, but it must be 0 (never compile), 1 (compile or fail) or unset (try).")
web_mode = os.environ.get(WEB_SWITCH, "")
if web_mode not in {"", "0", "1"}:
    sys.exit(f"{WEB_SWITCH} is {web_mode!r}, but it must be 0 (no page), 1 (build the page or fail) or unset (try).")

effort = os.environ.get(EFFORT, "")
if effort not in {"", "0", "1", "2", "3"}:
    sys.exit(f"{EFFORT} is {effort!r}, but it must be 0, 1, 2, 3 or unset.")
PIECE = 1_000_000  # bytes of C that are compiled at once
GROUP = 16  # modules that share a file which leads to the library: every one of them has a copy of it
# Where mypyc writes the signature of a function, a method or a class, up to the place for its docstring.
SIGNATURE = re.compile(
    r"""(?:\(PyCFunction\)CPyPy_(?P<method>\w+),[\w|\s]+,\s*|\.tp_doc = )PyDoc_STR\("(?P<kind>\w+)[^"]*?\\n--\\n\\n(?="\))"""
)
HOT_PIECE, COOL_PIECE = "hot_", "rest_"  # how the names of such files begin; those that take longer come first
LOW, HIGH = effort or "1", effort or "2"  # what the compiler does for most modules, and for the hot ones
# Generated code looks into lists all the time and adds to them, by functions of other files; these do the same where they are
# called. What they do not know (negative numbers, such that are too high, a list that has to grow) is left to those functions.
# A list that begins to grow gets room for as many as there mostly are, instead of growing several times.
# Numbers become objects whenever they go into a list: those of lately, choices above all, are kept instead of made again.
QUICK_WAYS = """\
#include <Python.h>
#include <CPy.h>
#ifndef Py_GIL_DISABLED
static inline PyObject *quick_item(PyObject *list, CPyTagged index) {
    size_t at = (size_t)((Py_ssize_t)index >> 1);
    if (likely(CPyTagged_CheckShort(index) && at < (size_t)PyList_GET_SIZE(list))) {
        PyObject *item = PyList_GET_ITEM(list, at);
        Py_INCREF(item);
        return item;
    }
    return CPyList_GetItem(list, index);
}
static inline PyObject *quick_borrowed_item(PyObject *list, CPyTagged index) {
    size_t at = (size_t)((Py_ssize_t)index >> 1);
    if (likely(CPyTagged_CheckShort(index) && at < (size_t)PyList_GET_SIZE(list)))
        return PyList_GET_ITEM(list, at);
    return CPyList_GetItemBorrow(list, index);
}
#define QUICK_ROOM 16
static inline int quick_append(PyObject *list, PyObject *item) {
    Py_ssize_t size = PyList_GET_SIZE(list);
    PyListObject *fields = (PyListObject *)list;
    if (unlikely(fields->ob_item == NULL)) {
        fields->ob_item = PyMem_New(PyObject *, QUICK_ROOM);
        fields->allocated = fields->ob_item == NULL ? 0 : QUICK_ROOM;
    }
    if (likely(size < fields->allocated)) {
        Py_INCREF(item);
        PyList_SET_ITEM(list, size, item);
        Py_SET_SIZE((PyVarObject *)list, size + 1);
        return 0;
    }
    return PyList_Append(list, item);
}
typedef struct { Py_ssize_t value; PyObject *number; } quick_slot;
static quick_slot quick_numbers[2048];
static inline PyObject *quick_number(CPyTagged tagged) {
    Py_ssize_t value = (Py_ssize_t)tagged >> 1;
    if (likely(CPyTagged_CheckShort(tagged) && (size_t)value < 1 << 24)) {
        quick_slot *slot = &quick_numbers[(unsigned int)value * 2654435761u >> 21];
        if (unlikely(slot->value != value || slot->number == NULL)) {
            PyObject *made = CPyTagged_StealAsObject(tagged), *old = slot->number;
            slot->value = value;
            slot->number = made;
            Py_XDECREF(old);
        }
        Py_INCREF(slot->number);
        return slot->number;
    }
    return CPyTagged_StealAsObject(tagged);
}
#define CPyTagged_StealAsObject quick_number
#define CPyList_GetItem quick_item
#define CPyList_GetItemBorrow quick_borrowed_item
#define PyList_Append quick_append
#endif
"""
USUAL_WAYS = """\
#undef CPyTagged_StealAsObject
#undef CPyList_GetItem
#undef CPyList_GetItemBorrow
#undef PyList_Append
"""


with Path("pyproject.toml").open("rb") as file:
    OURS = tomllib.load(file)["tool"]["dungeon-twister"]


def page_is_wanted() -> bool:
    """Is there a page to build here? There are no sources of it in a copy of the package alone."""
    return web_mode != "0" and Path("web", "build_page.py").exists()


def build_needs() -> list[str]:
    """What this build needs besides setuptools; a frontend that builds in isolation asks for it first."""
    needs: list[str] = []
    if mode != "0":
        needs += OURS["compiling-needs"]
    if page_is_wanted():
        needs += OURS["page-needs"]
    return needs


class BuildPackage(build_py):
    """Builds the page before the package's files are gathered, so that it is among them; an editable install has it, too."""

    def run(self) -> None:
        """Build the page as far as it is wished for, then go on as usual."""
        if web_mode == "1" or page_is_wanted():
            built = subprocess.run([sys.executable, str(Path("web", "build_page.py"))], check=False).returncode == 0
            if not built and web_mode == "1":
                sys.exit(f"{WEB_SWITCH} is 1, but the page could not be built.")
            if not built:
                print(
                    "dungeon-twister: installing without the page for the browser; the game in the terminal is whole.",
                    file=sys.stderr,
                )
        super().run()


def say_pure(reason: object) -> None:
    """Print the one sentence that tells of the fallback."""
    # mypyc prints what it objects to and then exits with a mere number.
    text = "mypyc reported the errors above" if isinstance(reason, SystemExit) else " ".join(str(reason).split())
    print(
        f"dungeon-twister: installing as pure Python (same behaviour, slower), because compiling failed: {text}.",
        file=sys.stderr,
    )


class BuildExtensions(build_ext):
    """Builds the C extensions all together or, where that is allowed, none of them; on all cores."""

    def finalize_options(self) -> None:
        """The extensions side by side, unless a number of jobs is given."""
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def build_extensions(self) -> None:
        """Build in few pieces; where the compiler refuses these, every file by itself, as mypyc has made them."""
        if self.compiler.compiler_type != "unix":
            super().build_extensions()
            return
        everything = self.extensions
        for extension in everything:  # what the compiler has to say about generated code helps nobody
            extension.extra_compile_args = [*extension.extra_compile_args, "-w", "-fvisibility=hidden"]
        trouble = OURS["gcc-enough"] if not effort and is_gcc(self.compiler.compiler_so) else [f"-O{HIGH}"]
        self.compiler.compile = side_by_side(self.compiler.compile, trouble)
        try:
            self.build_in_pieces(everything)
        except CompileError as error:
            print(f"dungeon-twister: compiling each file by itself, which takes longer, because of: {error}.", file=sys.stderr)
            self.extensions = everything
            super().build_extensions()
        self.extensions = everything

    def build_in_pieces(self, everything: list[Any]) -> None:
        """Build the library of files that include several others each. The modules beside it do nothing but lead to it: one
        file has what many of them need, and all of these are copies of the first."""
        library, *leads = everything
        folder = Path(library.sources[0]).parent
        groups = groups_of(leads)
        self.extensions = [united(library, folder, pieces_of(library.sources))]
        for number, group in enumerate(groups):
            files = [Path(file) for lead in group for file in lead.sources]
            self.extensions.append(united(group[0], folder, {f"leads_{number}.c": files}))
        super().build_extensions()
        for first, *others in groups:
            for other in others:
                target = Path(self.get_ext_fullpath(other.name))
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(self.get_ext_fullpath(first.name), target)

    def run(self) -> None:
        """Build; on failure drop every extension, so that no half-built set is installed."""
        try:
            if PREBUILT:
                self.copy_built()
            else:
                super().run()
        except (Exception, SystemExit) as error:
            if mode == "1":
                raise
            self.drop_all()
            say_pure(error)

    def copy_built(self) -> None:
        """Take the extensions from where they have been built before."""
        for extension in self.extensions:
            target = Path(self.get_ext_fullpath(extension.name))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(prebuilt()[extension.name], target)

    def drop_all(self) -> None:
        """Remove what was built, here and next to the sources, and forget the extensions."""
        built = [Path(name) for name in self.get_outputs()]
        if self.inplace or self.editable_mode:
            built += [path for path in Path("src").rglob("*") if path.suffix in {".so", ".pyd"}]
        for path in built:
            path.unlink(missing_ok=True)
        self.extensions = []
        self.distribution.ext_modules = []


def modules_of(patterns: list[str]) -> list[Path]:
    """The modules that become C, of those that the patterns name."""
    root = Path("src", "dungeon_twister")
    found = (path for name in patterns for path in sorted(root.glob(name)))
    return [path for path in found if path.name not in OURS["left-python"]]


def modules_to_compile() -> list[str]:
    """The modules that become C."""
    return [str(path) for path in modules_of(OURS["compiled"])]


def generated_names(patterns: list[str]) -> set[str]:
    """How mypyc calls the files of C that it makes of these modules."""
    return {f"__native_{'___'.join(path.relative_to('src').with_suffix('').parts)}.c" for path in modules_of(patterns)}


def is_generated(path: Path) -> bool:
    """Has mypyc made this file of one of our modules? The others of the library are its own, and those of the leads."""
    return path.name.startswith("__native_")


def is_gcc(command: list[str]) -> bool:
    """Is this compiler gcc, and not one that only looks like it?"""
    asked = subprocess.run([*command, "-dM", "-E", "-x", "c", os.devnull], capture_output=True, text=True, check=False)
    return "__GNUC__" in asked.stdout and "__clang__" not in asked.stdout


def side_by_side(one_by_one: Any, trouble: list[str]) -> Any:
    """The compiler's way to compile files, on all cores, and with more trouble over the hot ones."""
    hot = generated_names(OURS["hot"])

    def compile_one(source: str, named: dict[str, Any]) -> list[str]:
        if Path(source).name in hot or Path(source).name.startswith(HOT_PIECE):
            named = {**named, "extra_postargs": [*(named.get("extra_postargs") or []), *trouble]}
        made: list[str] = one_by_one([source], **named)
        return made

    def compile_all(sources: list[str], **named: Any) -> list[str]:
        with ThreadPoolExecutor(CORES) as pool:
            return [name for made in pool.map(lambda source: compile_one(source, named), sources) for name in made]

    return compile_all


def pieces_of(sources: list[str]) -> dict[str, list[Path]]:
    """Which files of the library are compiled together, by the name of the piece: every compiler reads the same half megabyte
    of headers first, and for a small module that is most of its work. mypyc gives no name twice in a library."""
    hot = generated_names(OURS["hot"])
    pieces: dict[str, list[Path]] = {}
    room = dict.fromkeys([HOT_PIECE, COOL_PIECE], 0)
    for path in sorted(map(Path, sources)):
        # What does not come from a module, such as whole numbers and lists, is mypyc's own, and everything uses it.
        kind = HOT_PIECE if path.name in hot or not is_generated(path) else COOL_PIECE
        size = path.stat().st_size
        if room[kind] < size:
            room[kind] = PIECE
            pieces[f"{kind}{len(pieces):03}.c"] = []
        room[kind] -= size
        pieces[[name for name in pieces if name.startswith(kind)][-1]].append(path)
    return pieces


def groups_of(leads: list[Any]) -> list[list[Any]]:
    """Small groups in which no two modules have the same last name, for Python finds the start of a module by that."""
    groups: list[dict[str, Any]] = []
    for lead in leads:
        last = lead.name.split(".")[-1]
        group = next((group for group in groups if last not in group and len(group) < GROUP), None)
        if group is None:
            groups.append(group := {})
        group[last] = lead
    return [list(group.values()) for group in groups]


def docstrings(module: Path) -> dict[str, str]:
    """The docstrings of a module's functions, classes and methods, by the end of the names that mypyc gives them."""
    found: dict[str, str] = {}
    for node in ast.parse(module.read_text("utf-8")).body:
        inner = node.body if isinstance(node, ast.ClassDef) else []
        for one, before in [(node, ""), *((method, f"{getattr(node, 'name', '')}___") for method in inner)]:
            if isinstance(one, ast.FunctionDef | ast.ClassDef):
                found[before + one.name] = ast.get_docstring(one) or ""
    return found


def as_c(text: str) -> str:
    """A text inside a string of C, in UTF-8."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return "".join(chr(byte) if byte < 128 else f"\\{byte:03o}" for byte in plain.encode())


def documented(file: Path) -> Path:
    """A file of C in which functions and classes have their docstrings, which mypyc leaves out: it writes signatures alone."""
    module = Path("src", *file.stem.removeprefix("__native_").split("___")).with_suffix(".py")
    if not is_generated(file) or not module.exists():
        return file
    texts, last = docstrings(module), f"{module.stem}___"

    def with_text(match: re.Match[str]) -> str:
        name = match["method"].partition(last)[2] if match["method"] else match["kind"]
        return match[0] + as_c(texts.get(name, ""))

    told, path = SIGNATURE.sub(with_text, file.read_text("utf-8")), file.with_name(f"told_{file.name}")
    if not path.exists() or path.read_text("utf-8") != told:  # what has not changed is not built again
        path.write_text(told, "utf-8")
    return path


def united(extension: Any, folder: Path, pieces: dict[str, list[Path]]) -> Any:
    """The same extension, made of these pieces, each of which includes several of its files."""
    told: list[str] = []
    for name, files in pieces.items():
        lines = [QUICK_WAYS] if is_generated(files[0]) else []
        for at, file in enumerate(files):
            if at and is_generated(files[at - 1]) and not is_generated(file):
                lines.append(USUAL_WAYS)  # mypyc's own files come last, and define what was replaced
            # Every lead defines this, for a compiler that is not used here.
            lines.append(f"#define PyInit___init__ spare_{at}\n")
            included = documented(file)
            told.append(str(included))
            lines.append(f'#include "{included.relative_to(folder).as_posix()}"\n#undef PyInit___init__\n')
        path, text = folder / name, "".join(lines)
        if not path.exists() or path.read_text() != text:  # what has not changed is not built again
            path.write_text(text)
    result = copy(extension)
    result.sources = [str(folder / name) for name in pieces]
    result.depends = [*extension.depends, *extension.sources, *told]
    return result


def prebuilt() -> dict[str, Path]:
    """The extensions that have been built before, by their names."""
    files = (path for path in Path(PREBUILT).rglob("*") if path.suffix in {".so", ".pyd"})
    return {".".join([*path.parent.relative_to(PREBUILT).parts, path.name.split(".")[0]]): path for path in files}


def extensions() -> list[Any]:
    """The extensions to build: one shared library for all modules, or nothing."""
    editable = not EDITABLE_COMMANDS.isdisjoint(sys.argv)
    if mode == "0" or BUILD_COMMANDS.isdisjoint(sys.argv) or (editable and mode != "1"):
        return []
    if PREBUILT:
        return [Extension(name, []) for name in sorted(prebuilt())]
    paths = modules_to_compile()
    if not paths:
        if mode == "1":
            sys.exit(f"{SWITCH} is 1, but there is no module to compile.")
        return []
    try:
        from mypyc.build import mypycify

        return mypycify(paths, opt_level=LOW, debug_level="0", multi_file=True, group_name="dungeon_twister")
    except (Exception, SystemExit) as error:
        if mode == "1":
            raise
        say_pure(error)
        return []


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildExtensions, "build_py": BuildPackage},
    setup_requires=build_needs(),  # build_meta only tells it to whoever builds; it installs nothing by itself
)
