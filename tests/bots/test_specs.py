"""Bots with parameters: how they are written, and sentences for what is wrong."""

from __future__ import annotations

import pytest

from dungeon_twister.ai.bots.random_bot import RandomBot
from dungeon_twister.ai.bots.registry import BOTS
from dungeon_twister.ai.bots.resolve import resolve_bot
from dungeon_twister.ai.bots.specs import Spec, read_spec, split_specs
from dungeon_twister.game.record.notation import Choice
from dungeon_twister.game.views import CardView, View


class Declared(RandomBot):
    """Its parameters are keyword arguments."""

    name = "declared"

    def __init__(self, seed: str, width: int = 4, noise: float | None = None, sly: bool = False, style: str = "calm") -> None:
        super().__init__(seed)
        self.given = (seed, width, noise, sly, style)


class Reading(RandomBot):
    """Reads its parameters itself."""

    name = "reading"

    @classmethod
    def from_parameters(cls, seed: str, parameters: dict[str, str]) -> Reading:
        made = cls(seed)
        made.depth = int(parameters.pop("depth"))
        if parameters:
            raise ValueError(f"it knows nothing of {', '.join(parameters)}")
        return made

    depth = 0


class Ready:
    def choose(self, view: View | CardView) -> Choice:
        return view.choices[0]


READY = Ready()


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("greedy", Spec("greedy", {})),
        (" greedy ", Spec("greedy", {})),
        ("search:width=8", Spec("search", {"width": "8"})),
        ("search: width = 8, replies=2 ", Spec("search", {"width": "8", "replies": "2"})),
        ("my.module:Class", Spec("my.module:Class", {})),
        ("my.module:Class:net=C:/a=b.net,deep=1", Spec("my.module:Class", {"net": "C:/a=b.net", "deep": "1"})),
    ],
)
def test_what_a_text_names(text: str, spec: Spec) -> None:
    assert read_spec(text) == spec


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "names no bot"),
        (":width=8", "names no bot"),
        ("search:width=", "'width=' of the bot 'search:width=' is not written key=value"),
        ("search:width=8,replies", "'replies' of the bot"),
        ("search:=8", "is not written key=value"),
        ("search:width=8,", "is not written key=value"),
        ("search:width=8,width=9", "has width twice"),
    ],
)
def test_what_is_written_wrongly(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        read_spec(text)


def test_one_bot_is_always_written_the_same() -> None:
    assert read_spec("search:width=8, depth=2").text == read_spec("search:depth=2,width=8").text == "search:depth=2,width=8"


def test_a_list_of_bots() -> None:
    assert split_specs("greedy, random") == ["greedy", "random"]
    assert split_specs("a:x=1,y=2,greedy,m:C:z=3,b") == ["a:x=1,y=2", "greedy", "m:C:z=3", "b"]
    assert split_specs("a:x=1,b:x=2,y=3") == ["a:x=1", "b:x=2,y=3"]
    assert split_specs("greedy,x=1") == ["greedy", "x=1"]  # greedy has been given none: a bot x=1, which there is not


def test_parameters_are_keyword_arguments_of_their_type() -> None:
    bot = resolve_bot(f"{__name__}:Declared:width=8,noise=0.5,sly=yes,style=bold")
    assert bot.name == "declared:noise=0.5,sly=yes,style=bold,width=8"
    made = bot.make("s")
    assert isinstance(made, Declared) and made.given == ("s", 8, 0.5, True, "bold")
    plain = resolve_bot(f"{__name__}:Declared").make("s")
    assert isinstance(plain, Declared) and plain.given == ("s", 4, None, False, "calm")


def test_a_class_may_read_its_parameters_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "reader", Reading)
    bot = resolve_bot("reader:depth=3")
    assert bot.name == "reader:depth=3"
    made, again = bot.make("s"), bot.make("s")
    assert isinstance(made, Reading) and made.depth == 3
    assert isinstance(again, Reading) and again.depth == 3


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("nobody:width=1", "there is no bot 'nobody'"),
        ("random:width=1", r"the bot random has no parameter 'width' \(it has none\)"),
        (f"{__name__}:Declared:depth=1", r"declared has no parameter 'depth' \(it has width, noise, sly, style\)"),
        (f"{__name__}:Declared:width=wide", "width of the bot declared is a whole number, not 'wide'"),
        (f"{__name__}:Declared:noise=loud", "noise of the bot declared is a number, not 'loud'"),
        (f"{__name__}:Declared:sly=2", "sly of the bot declared is yes or no, not '2'"),
        (f"{__name__}:Declared:seed=2", "has no parameter 'seed'"),
        (f"{__name__}:Reading:depth=deep", "the bot reading:depth=deep cannot be made: invalid literal"),
        (f"{__name__}:Reading:depth=1,light=2", "it knows nothing of light"),
        (f"{__name__}:READY:depth=1", "takes no parameters"),
        (f"{__name__}:Nobody:depth=1", "has no 'Nobody'"),
    ],
)
def test_wrong_parameters_are_refused_with_a_sentence(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        resolve_bot(text)
