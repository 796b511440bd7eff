"""``python tools/icons.py``: writes the app's icons as PNG, drawn from web/public/favicon.svg in Chromium; run it after a
change.

Systems crop a maskable icon to their own shape, and iOS fills transparent areas with black. These two icons have a background
and keep the drawing in the middle.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parents[1] / "web" / "public"
GROUND = "#14110f"
# Name -> pixels, the drawing's share of them, and the background.
ICONS = {
    "192": (192, 1.0, "transparent"),
    "512": (512, 1.0, "transparent"),
    "maskable-512": (512, 0.72, GROUND),
    "apple-180": (180, 0.86, GROUND),
}
PAGE = """<body style="margin:0;background:{ground};display:grid;place-items:center;width:{size}px;height:{size}px">
<style>svg {{ width:{drawn}px; height:{drawn}px }}</style>{svg}"""


def main() -> None:
    drawing = (PUBLIC / "favicon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (size, share, ground) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(PAGE.format(ground=ground, size=size, drawn=round(size * share), svg=drawing))
            page.screenshot(path=PUBLIC / "icons" / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
