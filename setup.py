"""Build steps in addition to ``pyproject.toml``: the page for the browser, and the engine compiled to C.

The page is built by ``web/build_page.py``. The environment variable ``DUNGEON_TWISTER_WEB`` decides:

* ``0``: never build it.
* ``1``: build it, and fail if that is impossible.
* unset: try; on failure the package is installed without the page, and its server reports that.

The modules that ``pyproject.toml`` names are compiled with mypyc. The environment variable ``DUNGEON_TWISTER_COMPILE``
decides:

* ``0``: never compile.
* ``1``: compile, and fail if that is impossible.
* unset: try; on any failure install pure Python, which behaves the same. An editable install stays pure Python, because
  compiled modules next to the sources would hide edits.

The C compiler runs on all cores. Modules that ``pyproject.toml`` lists as hot get ``-O2`` (gcc: only its useful parts), all
others ``-O1`` (gcc: nothing for the cold ones), because more would take long without any gain.
``DUNGEON_TWISTER_OPTIMISE`` (0 to 3) sets one level for all. If the compiler accepts that, it compiles several files at once.

``DUNGEON_TWISTER_PREBUILT`` names a folder with prebuilt extensions of exactly these sources (``.compiled/KEY``), which are
copied.

The build requirements depend on these variables (`build_backend.py`).
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import cache
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
# The commands that really build; others only ask for metadata.
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
GROUP = 16  # modules that share one loader file; each gets a copy of it
# Signatures that mypyc writes for functions, methods and classes, up to the place of the docstring.
SIGNATURE = re.compile(
    r"""(?:\(PyCFunction\)CPyPy_(?P<method>\w+),[\w|\s]+,\s*|\.tp_doc = )PyDoc_STR\("(?P<kind>\w+)[^"]*?\\n--\\n\\n(?="\))"""
)
HOT, COLD, OTHERS = "hot", "cold", "others"  # kinds of modules by the optimisation they get
LOW, HIGH = effort or "1", effort or "2"  # optimisation levels of most modules and of the hot ones
# Faster paths for lists, bytes and integers; and the lines that undo them for mypyc's own files.
QUICK_WAYS = Path("quick_ways.h").read_text("utf-8")
USUAL_WAYS = """\
#undef CPyTagged_StealAsObject
#undef CPyList_GetItem
#undef CPyList_GetItemBorrow
#undef CPyList_SetItem
#undef PyList_Append
#undef PyObject_SetItem
"""
# Conversions of an object to an integer or a bool, the reference held meanwhile, and reading the object from a list.
UNBOXING = re.compile(
    r"""    if \(likely\(PyLong_Check\((\w+)\)\)\)
        (\w+) = CPyTagged_FromObject\(\1\);
    else \{
        CPy_TypeError\("int", \1\); \2 = CPY_INT_TAG;
    \}
|    if \(unlikely\(!PyBool_Check\((\w+)\)\)\) \{
        CPy_TypeError\("bool", \3\); (\w+) = 2;
    \} else
        \4 = \3 == Py_True;
"""
)
HOLDING = re.compile(r"    CPy_INCREF\((\w+)\);\n(    \w+ = quick_\w+_of\(\1\);\n)    CPy_DECREF\(\1\);\n")
# A function of a module, and the places where it adds a traceback before it cleans up.
FUNCTION = re.compile(r"^(\w[\w *]*CPyDef_\w+\([^;{}]*\) \{\n)(.*?)^\}", re.M | re.S)
TELLING = re.compile(r"CPy_AddTraceback\((.*), (-?\d+), (\w+)\);\n +goto (\w+);")
# Code that runs at import, and attribute access by interpreted code.
SELDOM = re.compile(
    r"^(?=char CPyDef_\w+_____top_level__\(|static int CPyExec_|static (?:PyObject \*|int)\n\w+_[gs]et_\w+\(.*closure\)\n)",
    re.M,
)
READING = re.compile(
    r"""    (\w+) = CPyList_GetItem(?:(Borrow)?)(\(\w+, \w+\));
((?:    CPy\w*_DECREF\(\w+\);\n)*)    if \(unlikely\(\1 == NULL\)\) \{
(        CPy_AddTraceback\([^;]*\);
        goto CPyL\d+;
    \}
)    (\w+) = (quick_\w+)_of\(\1\);
(?(2)|    CPy_DECREF\(\1\);
)(    if \(unlikely\(\6 == \w+\)\) \{
\5)"""
)


# Least average number of matches per module: half of the number with mypyc 2.4. A small package needs one match only. Without
# this check, a mypyc with other output would silently give slower code.
LEAST_FOUND = {"SIGNATURE": 6, "UNBOXING": 7, "TELLING": 70, "SELDOM": 6}
MANY_MODULES = 100
found: Counter[str] = Counter()


with Path("pyproject.toml").open("rb") as file:
    OURS = tomllib.load(file)["tool"]["dungeon-twister"]


def page_is_wanted() -> bool:
    """Return whether to build the page. A source distribution has no sources of the page."""
    return web_mode != "0" and Path("web", "build_page.py").exists()


class BuildPackage(build_py):
    """Builds the page before the package's files are collected, so that it is included; an editable install has it, too."""

    def run(self) -> None:
        """Build the page as configured, then go on as usual."""
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
    """Print one sentence about the fallback."""
    # mypyc prints its errors and exits with a bare number.
    text = "mypyc reported the errors above" if isinstance(reason, SystemExit) else " ".join(str(reason).split())
    print(
        f"dungeon-twister: installing as pure Python (same behaviour, slower), because compiling failed: {text}.",
        file=sys.stderr,
    )


class BuildExtensions(build_ext):
    """Builds the C extensions on all cores: all of them or, where that is allowed, none."""

    def finalize_options(self) -> None:
        """Compile extensions in parallel, unless a number of jobs is given."""
        super().finalize_options()
        self.parallel = self.parallel or CORES

    def build_extensions(self) -> None:
        """Build in few large files; if the compiler refuses them, build every file of mypyc separately."""
        if self.compiler.compiler_type != "unix":
            super().build_extensions()
            return
        everything = self.extensions
        for extension in everything:  # compiler warnings about generated code help nobody
            extension.extra_compile_args = [*extension.extra_compile_args, "-w", "-fvisibility=hidden"]
        by_hand = not effort and is_gcc(self.compiler.compiler_so)
        flags = {HOT: OURS["gcc-enough"], COLD: OURS["gcc-little"]} if by_hand else {HOT: [f"-O{HIGH}"]}
        self.compiler.compile = side_by_side(self.compiler.compile, flags)
        try:
            self.build_in_pieces(everything)
        except CompileError as error:
            print(f"dungeon-twister: compiling each file by itself, which takes longer, because of: {error}.", file=sys.stderr)
            self.extensions = everything
            super().build_extensions()
        self.extensions = everything

    def build_in_pieces(self, everything: list[Any]) -> None:
        """Build the shared library from files that include several others each. The other extensions only load it: one file
        serves a group of them, and the others are copies of it."""
        library, *leads = everything
        folder = Path(library.sources[0]).parent
        groups = groups_of(leads)
        found.clear()
        self.extensions = [united(library, folder, pieces_of(library.sources))]
        check_found(found, sum(is_generated(Path(source)) for source in library.sources))
        for number, group in enumerate(groups):
            files = [Path(file) for lead in group for file in lead.sources]
            self.extensions.append(united(group[0], folder, {f"{OTHERS}_leads_{number}.c": files}))
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
        """Copy prebuilt extensions."""
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


@cache
def modules(called: str) -> list[Path]:
    """Return the compiled modules of a list in `pyproject.toml`."""
    root = Path("src", "dungeon_twister")
    found = (path for name in OURS[called] for path in sorted(root.glob(name)))
    return [path for path in found if path.name not in OURS["left-python"]]


def kind_of(file: Path) -> str:
    """Return the optimisation kind of a C file: of a module, of mypyc itself, or of a combined file."""
    if not is_generated(file):
        # mypyc's own runtime, such as integers and lists, is used everywhere.
        named = file.stem.partition("_")[0]
        return named if named in (HOT, COLD, OTHERS) else HOT
    module = module_of(file)
    if module in modules("cold") or not module.exists():  # one file of mypyc has no module: it sets all of them up
        return COLD
    return HOT if module in modules("hot") else OTHERS


def module_of(file: Path) -> Path:
    """Return the module from which mypyc generated a C file."""
    return Path("src", *file.stem.removeprefix("__native_").split("___")).with_suffix(".py")


def is_generated(path: Path) -> bool:
    """Return whether mypyc generated this file from one of our modules. All others are its runtime and loaders."""
    return path.name.startswith("__native_")


def is_gcc(command: list[str]) -> bool:
    """Return whether a compiler is gcc, and not one that imitates it."""
    asked = subprocess.run([*command, "-dM", "-E", "-x", "c", os.devnull], capture_output=True, text=True, check=False)
    return "__GNUC__" in asked.stdout and "__clang__" not in asked.stdout


def side_by_side(one_by_one: Any, flags: dict[str, list[str]]) -> Any:
    """Return a compile function that works on all cores, with flags by the kind of file."""

    def compile_one(source: str, named: dict[str, Any]) -> list[str]:
        more = flags.get(kind_of(Path(source)), [])
        made: list[str] = one_by_one([source], **{**named, "extra_postargs": [*(named.get("extra_postargs") or []), *more]})
        return made

    def compile_all(sources: list[str], **named: Any) -> list[str]:
        with ThreadPoolExecutor(CORES) as pool:
            return [name for made in pool.map(lambda source: compile_one(source, named), sources) for name in made]

    return compile_all


def pieces_of(sources: list[str]) -> dict[str, list[Path]]:
    """Group the files of the library for compiling, by the name of the combined file. Each compiler run reads half a megabyte
    of headers first, which is most of the work for a small module. mypyc uses no name twice in a library."""
    pieces: dict[str, list[Path]] = {}
    room: dict[str, int] = {}
    last: dict[str, str] = {}
    for path in sorted(map(Path, sources)):
        kind, size = kind_of(path), path.stat().st_size
        if room.get(kind, 0) < size:
            room[kind], last[kind] = PIECE, f"{kind}_{len(pieces):03}.c"
            pieces[last[kind]] = []
        room[kind] -= size
        pieces[last[kind]].append(path)
    return pieces


def groups_of(leads: list[Any]) -> list[list[Any]]:
    """Return small groups in which no two modules share their last name, because Python finds the init function of a module by
    it."""
    groups: list[dict[str, Any]] = []
    for lead in leads:
        last = lead.name.split(".")[-1]
        group = next((group for group in groups if last not in group and len(group) < GROUP), None)
        if group is None:
            groups.append(group := {})
        group[last] = lead
    return [list(group.values()) for group in groups]


def docstrings(module: Path) -> dict[str, str]:
    """Return the docstrings of a module's functions, classes and methods, by the ends of mypyc's names."""
    found: dict[str, str] = {}
    for node in ast.parse(module.read_text("utf-8")).body:
        inner = node.body if isinstance(node, ast.ClassDef) else []
        for one, before in [(node, ""), *((method, f"{getattr(node, 'name', '')}___") for method in inner)]:
            if isinstance(one, ast.FunctionDef | ast.ClassDef):
                found[before + one.name] = ast.get_docstring(one) or ""
    return found


def as_c(text: str) -> str:
    """Return a text as the contents of a C string in UTF-8."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return "".join(chr(byte) if byte < 128 else f"\\{byte:03o}" for byte in plain.encode())


def check_found(found: Counter[str], number_of_modules: int) -> None:
    """Raise CompileError if a pattern has too few matches in the output of mypyc for this many modules."""
    for pattern, average in LEAST_FOUND.items():
        if pattern == "UNBOXING" and sysconfig.get_config_var("Py_GIL_DISABLED"):
            continue
        least = average * number_of_modules if number_of_modules >= MANY_MODULES else 1
        if found[pattern] < least:
            raise CompileError(
                f"{pattern} of setup.py was found {found[pattern]} times in {number_of_modules} modules, not {least}: "
                "this mypyc writes other C"
            )


def unboxed(code: str) -> str:
    """Return C code that reads integers and bools from lists in one step, without a reference to the object in between."""
    code, count = UNBOXING.subn(
        lambda m: "    {} = quick_{}_of({});\n".format(*((m[2], "int", m[1]) if m[1] else (m[4], "bool", m[3]))), code
    )
    found["UNBOXING"] += count
    return READING.sub(r"    \6 = \7\3;\n\4\8", HOLDING.sub(r"\2", code))


def told_in_one_place(function: re.Match[str]) -> str:
    """Return a function that adds its traceback once per cleanup label instead of once per failing line, which saves thousands
    of calls."""
    places: dict[str, str] = {}

    def place(found: re.Match[str]) -> str:
        file_and_name, line, namespace, label = found.groups()
        places[label] = f"TELL_{label}: ;\n    CPy_AddTraceback({file_and_name}, failed_at, {namespace});\n    goto {label};\n"
        return f"failed_at = {line}; goto TELL_{label};"

    body, count = TELLING.subn(place, function[2])
    found["TELLING"] += count
    return f"{function[1]}    int failed_at;\n{body}{''.join(places.values())}}}" if places else function[0]


def improved(file: Path) -> Path:
    """Return a C file with fast list access, and with the docstrings of functions and classes: mypyc writes signatures only."""
    module = module_of(file)
    if not is_generated(file) or not module.exists():
        return file
    texts, last = docstrings(module), f"{module.stem}___"

    def with_text(match: re.Match[str]) -> str:
        name = match["method"].partition(last)[2] if match["method"] else match["kind"]
        return match[0] + as_c(texts.get(name, ""))

    path = file.with_name(f"told_{file.name}")
    told, found_signatures = SIGNATURE.subn(with_text, file.read_text("utf-8"))
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):  # without a GIL, another thread may change the list meanwhile
        told = unboxed(told)
    told = FUNCTION.sub(told_in_one_place, told)
    told, found_seldom = SELDOM.subn("SELDOM ", told)
    found.update(SIGNATURE=found_signatures, SELDOM=found_seldom)
    if not path.exists() or path.read_text("utf-8") != told:  # unchanged files are not built again
        path.write_text(told, "utf-8")
    return path


def united(extension: Any, folder: Path, pieces: dict[str, list[Path]]) -> Any:
    """Return an extension made of combined files, each of which includes several of its files."""
    told: list[str] = []
    for name, files in pieces.items():
        lines = [QUICK_WAYS] if is_generated(files[0]) else []
        for at, file in enumerate(files):
            if at and is_generated(files[at - 1]) and not is_generated(file):
                lines.append(USUAL_WAYS)  # mypyc's own files come last and define the replaced names
            # Every loader defines this, for a compiler that is not used here.
            lines.append(f"#define PyInit___init__ spare_{at}\n")
            included = improved(file)
            told.append(str(included))
            lines.append(f'#include "{included.relative_to(folder).as_posix()}"\n#undef PyInit___init__\n')
        path, text = folder / name, "".join(lines)
        if not path.exists() or path.read_text() != text:  # unchanged files are not built again
            path.write_text(text)
    result = copy(extension)
    result.sources = [str(folder / name) for name in pieces]
    result.depends = [*extension.depends, *extension.sources, *told]
    return result


def prebuilt() -> dict[str, Path]:
    """Return the prebuilt extensions by name."""
    files = (path for path in Path(PREBUILT).rglob("*") if path.suffix in {".so", ".pyd"})
    return {".".join([*path.parent.relative_to(PREBUILT).parts, path.name.split(".")[0]]): path for path in files}


def extensions() -> list[Any]:
    """Return the extensions to build: one shared library for all modules, or nothing."""
    editable = not EDITABLE_COMMANDS.isdisjoint(sys.argv)
    if mode == "0" or BUILD_COMMANDS.isdisjoint(sys.argv) or (editable and mode != "1"):
        return []
    if PREBUILT:
        return [Extension(name, []) for name in sorted(prebuilt())]
    paths = [str(path) for path in modules("compiled")]
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
)
