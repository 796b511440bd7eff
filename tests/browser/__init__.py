"""The pages in a real browser, against the real server."""

import pytest

pytest.register_assert_rewrite("tests.browser.visitor", "tests.browser.positions")
