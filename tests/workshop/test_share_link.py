"""Scenarios in links: what was packed comes out again. The page's tests read the same links."""

from __future__ import annotations

import pytest

from dungeon_twister.rules.engine.scenarios import LONGEST_TEXT, builtin_text, scenario_names
from dungeon_twister.workshop.share_link import LinkError, pack, unpack
from tests.workshop.hostile import TABLE

LINKS = TABLE["links"]
OLDEST = (  # made by version 1; it stays readable for ever
    "AXjabZDBasMwDIbvegrhXTZIRpwsoZceVprjxiAdPYQc3FbtAm5dbIeSt5-cbAsNw1jyJ_5fsv2Amy9CfzPxVaueLJ7UmdAc0XN5pVy7x4o8Pr69fsRphCFlY8ojrM"
    "rN58Dl-zqWT8_gW68Jlyj-nAKGhlzaGWUPAqwxZ8dci51yJBq4qtaGwgs4r6ynH-DziQcvMQfgm5kunIUYG6DEBFNUl37EgjGbUMoZF_dyifm9O5-585n7V67bC-EWZYJ"
    "hVXAw3jEnEQ-MMt48KFqMsjLIUjnpSiYWcshCKEJYQHgS1LUj5ZsG9kabzg7fpTsSYyem7f-inrQ2t0lWCvgGnkl_EQ"
)


@pytest.mark.parametrize("name", scenario_names())
def test_scenarios_come_out_as_they_went_in(name: str) -> None:
    text = builtin_text(name)
    line = pack(text)
    assert unpack(line) == text and len(line) < 2000


def test_an_old_link_is_read() -> None:
    assert 'title = "Basic Set"' in unpack(OLDEST)


@pytest.mark.parametrize("link", LINKS, ids=[link["text"].strip() for link in LINKS])
def test_links(link: dict[str, str]) -> None:
    assert unpack(link["line"]) == link["text"]


def test_too_much_for_a_link() -> None:
    noise = "".join(f"{number * number * 7919:x}" for number in range(4000))
    for code, text in (("large", "#" * (LONGEST_TEXT + 1)), ("long", noise)):
        with pytest.raises(LinkError) as caught:
            pack(text)
        assert caught.value.code == code
