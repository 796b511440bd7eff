"""A scenario as one line for a link: a version byte and the compressed text, in the alphabet of base64 for addresses.

The page writes and reads the same lines (`web/src/workshop/share-link.ts`). A line stands behind the `#` of an address, so that
no server sees it. Lines of older versions stay readable: a change of the form gets a new version.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from dungeon_twister.presentation.i18n import MessageCatalogue
from dungeon_twister.rules.engine.scenarios import LONGEST_TEXT

VERSION: Final = 1
LONGEST_LINE: Final = 20_000  # characters
LONGEST_BYTES: Final = 4 * LONGEST_TEXT  # of the text
ALPHABET: Final = re.compile(r"[A-Za-z0-9_-]*")
SHELF_CODE: Final = re.compile(r"[A-HJKMNP-Z2-9]{4}-?[A-HJKMNP-Z2-9]{4}", re.IGNORECASE)  # no line is so short


class LinkError(ValueError):
    """A link that cannot be made or read: a code with values. Its sentence is `share.link.CODE`."""

    def __init__(self, code: str, **values: int) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    def sentence(self, catalogue: MessageCatalogue) -> str:
        return catalogue.t(f"share.link.{self.code}", self.values)


def pack(text: str) -> str:
    """Return the line of a scenario text."""
    if len(text) > LONGEST_TEXT:
        raise LinkError("large", most=LONGEST_TEXT)
    packed = bytes([VERSION]) + zlib.compress(text.encode(), 9)
    line = urlsafe_b64encode(packed).decode().rstrip("=")
    if len(line) > LONGEST_LINE:
        raise LinkError("long", most=LONGEST_LINE, number=len(line))
    return line


def unpack(line: str) -> str:
    """Return the scenario text of a line, or of a whole link."""
    line = line.strip().rpartition("#")[2]
    if not line:
        raise LinkError("empty")
    if SHELF_CODE.fullmatch(line):
        raise LinkError("shelf")
    if len(line) > LONGEST_LINE:
        raise LinkError("long", most=LONGEST_LINE, number=len(line))
    if not ALPHABET.fullmatch(line) or len(line) % 4 == 1:
        raise LinkError("damaged")
    packed = urlsafe_b64decode(line + "=" * (-len(line) % 4))
    if packed[0] != VERSION:
        raise LinkError("version", number=packed[0], known=VERSION)
    text = _text(packed[1:])
    if text.startswith(("position ", "{")):  # the page opens these links, too
        raise LinkError("other")
    if len(text) > LONGEST_TEXT:
        raise LinkError("large", most=LONGEST_TEXT)
    return text


def _text(packed: bytes) -> str:
    """Decompress at most LONGEST_BYTES. The checksum at the end tells a damaged link."""
    reading = zlib.decompressobj()
    try:
        unpacked = reading.decompress(packed, LONGEST_BYTES + 1)
        if len(unpacked) > LONGEST_BYTES:
            raise LinkError("large", most=LONGEST_TEXT)
        if not reading.eof or reading.unused_data:
            raise LinkError("damaged")
        return unpacked.decode()
    except (zlib.error, UnicodeDecodeError):
        raise LinkError("damaged") from None
