"""The browser client as built by Vite, from `server/static`. Files are read at the start. Every other address returns the
client's page, which reads the address itself."""

from __future__ import annotations

import gzip
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

from litestar import Request, Response, route
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from dungeon_twister.server.limits import COST

STATIC: Final = Path(__file__).parents[1] / "static"
INDEX: Final = "index.html"
HASHED: Final = "assets/"  # Vite writes a hash into the names of these files, so they never change
FOREVER: Final = "public, max-age=31536000, immutable"
REVALIDATED: Final = "no-cache"
PACKED_ALREADY: Final = "packed_already"  # the option of routes that compress their answers themselves
SMALL: Final = 1024  # smaller files are not compressed
GZIP_LEVEL: Final = 6
PAGE_COST: Final = 0.3  # milliseconds of processor time for a file in memory

# The framework adds the encoding of texts: UTF-8.
MEDIA_TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".woff": "font/woff",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
}
COMPRESSED_ALREADY: Final = frozenset({".png", ".webp", ".woff2", ".woff", ".mp3", ".ogg"})

NOT_BUILT: Final = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Dungeon Twister</title>
<h1>The page has not been built</h1>
<p>The server runs, but the browser client is not there. Build it once in the folder of the project:</p>
<pre>cd web
npm ci
npm run build</pre>
<p>Then start the server again.</p>
</html>
"""


class File(NamedTuple):
    """A file ready to be sent. `packed`: compressed, if that makes it smaller."""

    body: bytes
    packed: bytes | None
    media_type: str
    etag: str


def read_file(place: Path) -> File:
    """Read a file, and compress it if that pays."""
    body = place.read_bytes()
    worth = place.suffix not in COMPRESSED_ALREADY and len(body) > SMALL
    packed = gzip.compress(body, compresslevel=GZIP_LEVEL, mtime=0) if worth else None
    media_type = MEDIA_TYPES.get(place.suffix, "application/octet-stream")
    return File(body, packed, media_type, f'W/"{sha256(body).hexdigest()[:16]}"')


class Pages:
    """The built files by their path below the folder, such as `index.html` and
    `assets/app-1a2b.js`."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self.read()

    def read(self) -> None:
        """Read all files of the folder. A symbolic link to somewhere else is left out."""
        places = [place for place in self._folder.rglob("*") if place.is_file()]
        inside = [place for place in places if place.resolve().is_relative_to(self._folder.resolve())]
        self._files = {place.relative_to(self._folder).as_posix(): read_file(place) for place in inside}

    def answer(self, path: str, accepts_gzip: bool, known_mark: str) -> Response[bytes]:
        """Return the file at an address, or the page of the client."""
        name = path.removeprefix("/")
        file = self._files.get(name)
        if file is None and PurePosixPath(name).suffix in MEDIA_TYPES:
            raise NotFoundException  # a missing file is not a page
        hashed = file is not None and name.startswith(HASHED)
        file = file or self._files.get(INDEX)
        if file is None:
            return Response(NOT_BUILT, media_type="text/html", status_code=503)
        headers = {"cache-control": FOREVER if hashed else REVALIDATED, "vary": "accept-encoding"}
        headers["etag"] = file.etag
        if known_mark == file.etag:
            return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
        body = file.body
        if accepts_gzip and file.packed is not None:
            body = file.packed
            headers["content-encoding"] = "gzip"
        return Response(body, media_type=file.media_type, headers=headers)


def page_route(pages: Pages) -> HTTPRouteHandler:
    """Return the route of every address without another route."""

    options = {PACKED_ALREADY: True, COST: PAGE_COST}

    @route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False, opt=options)
    async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        accepts = "gzip" in request.headers.get("accept-encoding", "")
        return pages.answer(request.scope["path"], accepts, request.headers.get("if-none-match", ""))

    return page
