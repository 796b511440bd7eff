"""Scenarios in links: what was packed comes out again, hostile links get a sentence. The page's tests read the same links."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from dungeon_twister.presentation.i18n import LANGUAGES, MessageCatalogue
from dungeon_twister.rules.engine.scenarios import LONGEST_TEXT, builtin_text, scenario_names
from dungeon_twister.workshop.share_link import LONGEST_LINE, LinkError, pack, unpack

LINKS = json.loads((Path(__file__).parent / "links.json").read_text("utf-8"))
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


@pytest.mark.parametrize("link", LINKS["links"], ids=[link["text"].strip() for link in LINKS["links"]])
def test_links(link: dict[str, str]) -> None:
    assert unpack(link["line"]) == link["text"]


@pytest.mark.parametrize("link", LINKS["refused"], ids=[link["why"] for link in LINKS["refused"]])
def test_hostile_links(link: dict[str, str]) -> None:
    began = time.process_time()
    with pytest.raises(LinkError) as caught:
        unpack(link["line"])
    assert caught.value.code == link["code"] and time.process_time() - began < 0.1
    for language in LANGUAGES:
        sentence = caught.value.sentence(MessageCatalogue(language))
        assert "{" not in sentence and len(sentence) < 150


def test_too_much_for_a_link() -> None:
    noise = "".join(f"{number * number * 7919:x}" for number in range(4000))
    for code, text in (("large", "#" * (LONGEST_TEXT + 1)), ("long", noise)):
        with pytest.raises(LinkError) as caught:
            pack(text)
        assert caught.value.code == code
    with pytest.raises(LinkError) as caught:
        unpack("A" * (LONGEST_LINE + 1))
    assert caught.value.code == "long"
