"""The browser client as Vite has built it, from `server/static`. Every address that is no file is a page of the client, which
reads the address itself."""

from __future__ import annotations

import gzip
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

from litestar import Request, Response, route
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

STATIC: Final = Path(__file__).parents[1] / "static"
INDEX: Final = "index.html"
HASHED: Final = "assets"  # Vite writes the hash of a file into its name there, so it never changes
FOREVER: Final = "public, max-age=31536000, immutable"
REVALIDATED: Final = "no-cache"
PACKED_ALREADY: Final = "packed_already"  # the option of routes that compress what they send themselves
SMALL: Final = 1024  # bytes not worth compressing

# The encoding of texts is added by the framework: UTF-8.
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
<p>Then load this page again.</p>
</html>
"""


class File(NamedTuple):
    """A file as it is sent, and what it looked like on the disk when it was read."""

    stamp: tuple[int, int]
    body: bytes
    packed: bytes | None
    media_type: str


class Pages:
    """The built files, kept in memory; one that has changed is read again, so the client can be built while a server runs."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder
        self._files: dict[str, File] = {}

    def find(self, path: str) -> File | None:
        """A file of the folder, never one outside."""
        parts = PurePosixPath(path.lstrip("/")).parts
        if not parts or any(part in ("..", ".") or "\\" in part or "\0" in part for part in parts):
            return None
        place = self.folder.joinpath(*parts)
        try:
            if not place.resolve().is_relative_to(self.folder.resolve()) or not place.is_file():
                return None
            status = place.stat()
            stamp = (status.st_mtime_ns, status.st_size)
            known = self._files.get(path)
            if known is None or known.stamp != stamp:
                known = self._files[path] = self._read(place, stamp)
            return known
        except (OSError, ValueError):
            return None

    def _read(self, place: Path, stamp: tuple[int, int]) -> File:
        body = place.read_bytes()
        worth = place.suffix not in COMPRESSED_ALREADY and len(body) > SMALL
        packed = gzip.compress(body, mtime=0) if worth else None
        return File(stamp, body, packed, MEDIA_TYPES.get(place.suffix, "application/octet-stream"))

    def answer(self, path: str, accepts_gzip: bool, known_mark: str) -> Response[bytes]:
        """The file at an address, or the page of the client."""
        file = self.find(path)
        if file is None and PurePosixPath(path).suffix in MEDIA_TYPES:
            raise NotFoundException  # a file that is missing is no page
        hashed = file is not None and PurePosixPath(path.lstrip("/")).parts[0] == HASHED
        file = file or self.find(INDEX)
        if file is None:
            return Response(NOT_BUILT, media_type="text/html", status_code=503)
        headers = {"cache-control": FOREVER if hashed else REVALIDATED, "vary": "accept-encoding"}
        headers["etag"] = f'W/"{file.stamp[0]:x}-{file.stamp[1]:x}"'
        if known_mark == headers["etag"]:
            return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
        body = file.body
        if accepts_gzip and file.packed is not None:
            body = file.packed
            headers["content-encoding"] = "gzip"
        return Response(body, media_type=file.media_type, headers=headers)


def page_route(pages: Pages) -> HTTPRouteHandler:
    """Everything that is no route of the server."""

    @route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False, opt={PACKED_ALREADY: True})
    async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        accepts = "gzip" in request.headers.get("accept-encoding", "")
        return pages.answer(request.scope["path"], accepts, request.headers.get("if-none-match", ""))

    return page
