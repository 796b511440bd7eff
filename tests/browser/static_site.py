"""The folder of static files behind a plain file server, with the faults that a host may have, and visitors of it."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar, Final

from playwright.sync_api import Browser, BrowserContext, Page

from dungeon_twister.browser.site_folder import CONTENT_SECURITY
from dungeon_twister.server.socket_protocol import Welcome
from dungeon_twister.server.wire import decode
from tests.browser.visitor import DESK, SEATS, SETTINGS, Visitor

START: Final = 120_000  # milliseconds for Python to be there, on a machine that does something else as well
# Asks the shared worker as another page would.
ASK = """([script, wish]) => new Promise((resolve) => {
    const worker = new SharedWorker(script, { type: "module", name: "dungeon-twister" });
    worker.port.onmessage = ({ data }) => data.kind === "answer" && resolve([data.status, data.body]);
    worker.port.postMessage({ kind: "request", id: 1, token: "", body: "", ...wish });
})"""
# Adds seats to those that this browser holds.
HOLD = """([key, more]) => {
    const held = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...held, ...more }));
}"""


class Files(SimpleHTTPRequestHandler):
    """A plain file server. Its content security policy holds for the worker, too."""

    asked: ClassVar[list[str]]
    missing: ClassVar[set[str]]
    fault: ClassVar[str]
    held: ClassVar[threading.Event]  # until it is set, a host with the fault "stalled" does not send WebAssembly

    def do_GET(self) -> None:
        self.asked.append(self.path)
        wasm = self.path.endswith(".wasm")
        if self.path in self.missing or (wasm and self.fault == "missing"):
            self.send_error(404)
        elif wasm and self.fault == "broken":
            self.send_damaged()
        else:
            if wasm and self.fault == "stalled":
                self.held.wait(60)
            super().do_GET()

    def send_damaged(self) -> None:
        body = bytearray(Path(self.translate_path(self.path)).read_bytes())
        middle = len(body) // 2
        body[middle : middle + 5000] = bytes(5000)
        self.send_response(200)
        self.send_header("content-type", "application/wasm")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        if not str(path).endswith(".wasm"):
            return super().guess_type(path)
        return "application/octet-stream" if self.fault == "type" else "application/wasm"

    def send_header(self, keyword: str, value: str) -> None:
        if self.fault != "bare" or keyword.lower() != "last-modified":
            super().send_header(keyword, value)

    def end_headers(self) -> None:
        policy = CONTENT_SECURITY.replace(" 'wasm-unsafe-eval'", "") if self.fault == "blocked" else CONTENT_SECURITY
        self.send_header("content-security-policy", policy)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    """It says nothing when a browser does not wait for the rest of a file."""

    def handle_error(self, request: object, client_address: object) -> None:
        pass


@contextmanager
def serving(folder: Path, fault: str = "") -> Iterator[tuple[str, type[Files]]]:
    """Serve a folder; the address, and what the server was asked. The fault of a host is a word that `Files` knows."""
    state = {"asked": [], "missing": set(), "fault": fault, "held": threading.Event()}
    files: type[Files] = type("FilesOfOneServer", (Files,), state)
    server = Server(("127.0.0.1", 0), partial(files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", files
    finally:
        files.held.set()
        server.shutdown()
        server.server_close()


class SiteVisitor(Visitor):
    """Somebody at a page without a server. What is asked of the server elsewhere is asked of the worker."""

    def __init__(self, page: Page, script: str) -> None:
        super().__init__(page, None)  # type: ignore[arg-type]  # there is none
        self.script = script

    def ask(self, method: str, address: str, token: str = "", body: str = "") -> tuple[int, str]:
        wish = {"method": method, "address": address, "token": token, "body": body}
        status, text = self.page.evaluate(ASK, [self.script, wish])
        return int(status), str(text)

    def make(self, wish: Mapping[str, object]) -> str:
        """A game made by request, its seats kept in this browser."""
        status, made = self.ask("POST", "/games", body=json.dumps(wish))
        assert status == 200, made
        created = json.loads(made)
        game = str(created["info"]["id"])
        held = [{"colour": seat["colour"], "token": seat["token"], "name": ""} for seat in created["seats"]]
        self.page.evaluate(HOLD, [SEATS, {game: held}])
        return game

    def seen(self, colour: str = "") -> Welcome:
        token = self.tokens[colour] if colour else next(iter(self.tokens.values()))
        return decode(self.ask("GET", f"/games/{self.game}/view", token)[1], Welcome)

    def go(self, address: str) -> None:
        """To an address of the page, without loading it again."""
        self.page.evaluate("(address) => { location.hash = address; }", address)

    def python(self) -> None:
        self.page.wait_for_selector("html[data-python=ready]", timeout=START)


class Site:
    """The folder, where it is served, and a browser that reaches nothing else."""

    def __init__(self, address: str, folder: Path, browser: Browser, files: type[Files]) -> None:
        self.address, self.folder, self.browser, self.files = address, folder, browser, files
        self.asked: list[str] = []
        (worker,) = (folder / "assets").glob("python-worker-*.js")
        self.script = f"{address}/assets/{worker.name}"

    def context(self, size: tuple[int, int] = DESK, touch: bool = False) -> BrowserContext:
        width, height = size
        found = self.browser.new_context(
            viewport={"width": width, "height": height},
            locale="en-GB",
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce",
            base_url=self.address,
        )
        found.set_default_timeout(START)
        found.on("request", lambda request: self.asked.append(request.url))
        return found

    def visit(self, context: BrowserContext, address: str = "/", before: str = "") -> SiteVisitor:
        """`before`: what the page runs before anything of ours."""
        visitor = SiteVisitor(context.new_page(), self.script)
        visitor.page.add_init_script(
            f"localStorage.getItem('{SETTINGS}') ?? localStorage.setItem('{SETTINGS}', '{{\"haste\": 0}}')"
        )
        visitor.page.add_init_script(before)
        visitor.page.goto(address)
        return visitor
