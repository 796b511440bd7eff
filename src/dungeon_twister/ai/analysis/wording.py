"""Analyses in sentences: reasons, nudges, combats and their luck."""

from __future__ import annotations

from typing import Final

from dungeon_twister.ai.analysis.analysis_shapes import FightView, Hint, PlanReason, TurnView
from dungeon_twister.presentation.i18n.names import Names, capital

COUNTED: Final = ("opens", "closes", "nearer", "blocks")  # sentences that depend on a number of action points


def reason_text(reason: PlanReason, names: Names) -> str:
    """Return why a plan is good, or what is wrong with it."""
    values: dict[str, str | int] = {"points": reason.numbers.get("points", 0), "percent": reason.numbers.get("percent", 0)}
    pieces = [piece for piece in reason.pieces if piece]
    if pieces:
        values |= {"token": names.token(pieces[0]), "object": names.token(pieces[0], "object")}
    if len(pieces) > 1:
        values |= {
            "target": names.token(pieces[1], "object"),
            "foe-to": names.token(pieces[1], "to"),
            "foe-of": names.token(pieces[1], "of"),
        }
    words = names.words
    if reason.kind in COUNTED:
        return capital(words.tn(f"analysis.reason.{reason.kind}", reason.numbers.get("steps", 0), values))
    kind = reason.kind
    if kind == "leaves" and len(pieces) > 1:
        kind = "leaves-with"
    elif kind == "reveals" and reason.numbers.get("own", 0):
        kind = "reveals-own"
    return capital(words.t(f"analysis.reason.{kind}", values))


def hint_text(hint: Hint, names: Names) -> list[str]:
    """Return a hint as sentences, one for each grade up to its own: what kind of thing, which piece, why."""
    lines = [names.words.t(f"analysis.nudge.{hint.nudge.kind}")]
    if hint.piece:
        lines.append(names.words.t("analysis.nudge.piece", {"object": names.token(hint.piece, "object")}))
    if hint.plan is not None and hint.plan.reason is not None:
        lines.append(reason_text(hint.plan.reason, names))
    return lines


def mark_text(turn: TurnView, names: Names) -> str:
    """Return the name of a turn's mark, or an empty text for a turn without one."""
    if turn.missed_win:
        return names.words.t("analysis.mark.missed-win")
    return names.words.t(f"analysis.mark.{turn.mark}") if turn.mark else ""


def fight_text(fight: FightView, names: Names) -> str:
    """Return a combat with its luck as a sentence."""
    values: dict[str, str | int] = {
        "turn": fight.turn,
        "attackers": ", ".join(names.token(token) for token in fight.attackers),
        "defenders": ", ".join(names.token(token, "object") for token in fight.defenders),
        "winner": names.player(fight.winner) if fight.winner else "",
    }
    if not fight.odds:
        return names.words.t("analysis.fight.open" if fight.winner else "analysis.fight.nobody", values)
    if not fight.winner:
        return names.words.t("analysis.fight.tie", values, percent=round(100 * fight.odds[1]))
    return names.words.t("analysis.fight.won", values, percent=round(100 * fight.luck))
