"""Every clause of the rules has a test that cites it, and every clause a player is shown leads to a text that explains it."""

from __future__ import annotations

import ast
import json
import re

import pytest

from dungeon_twister.rules.engine.board.refusals import REFUSALS as BOARD_REFUSALS
from dungeon_twister.rules.engine.card.refusals import REFUSALS as CARD_REFUSALS
from tests import cards
from tests.cards import NOT_FOR_PLAYERS, cards_of, chapters, clauses_of_paragraphs, edition_of
from tests.clauses import ALL, CLAUSE, ROOT, Rules, citations, missing, table

of_every_game = pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.game)


@of_every_game
def test_every_clause_is_cited(rules: Rules) -> None:
    assert missing(rules) == []


@of_every_game
def test_only_stated_clauses_are_cited(rules: Rules) -> None:
    """A citation of a clause that does not exist would count for nothing."""
    known = set(rules.clauses())
    families = {clause.split("-")[0] for clause in known}
    wrong = {clause for clause in citations(rules.game) if clause.split("-")[0] in families and clause not in known}
    assert wrong == set()


@of_every_game
def test_definitions_are_clauses_without_tests(rules: Rules) -> None:
    cited = citations(rules.game)
    assert [clause for clause, _ in rules.definitions if clause in cited or clause not in rules.clauses()] == []


@of_every_game
def test_the_table_has_a_row_for_every_clause(rules: Rules) -> None:
    rows = [line for line in table(rules).splitlines() if line.startswith("| ")][1:]
    assert [row.split()[1] for row in rows] == rules.clauses()
    assert not any("NOT TESTED" in row for row in rows)


@of_every_game
def test_the_pattern_knows_every_kind_of_clause(rules: Rules) -> None:
    assert all(CLAUSE.fullmatch(clause) for clause in rules.clauses())
    assert len(set(rules.clauses())) == len(rules.clauses()) > 150


# -- rules in context: web/src/lib/rules-entries.ts says which paragraph of locales/*/rules.json explains which clauses --------

PACKAGE = ROOT / "src" / "dungeon_twister"
EDITIONS = {"board": BOARD_REFUSALS, "card": CARD_REFUSALS}
of_every_edition = pytest.mark.parametrize("edition", EDITIONS)


def cited_by_the_guide_and_the_server() -> set[str]:
    """Clauses that stand in their sources as strings of their own, outside of docstrings."""
    sources = [path.read_text("utf-8") for part in ("presentation/guide", "server") for path in (PACKAGE / part).rglob("*.py")]
    strings = {node.value for text in sources for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
    return {value for value in strings if isinstance(value, str) and CLAUSE.fullmatch(value)}


@of_every_edition
def test_every_clause_of_a_refusal_leads_to_a_text(edition: str) -> None:
    there = {clause for paragraphs in clauses_of_paragraphs(edition).values() for clauses in paragraphs for clause in clauses}
    assert sorted({refusal.clause for refusal in EDITIONS[edition].values()} - there) == []


def test_every_clause_of_the_guide_and_the_server_leads_to_a_text() -> None:
    there = {
        clause
        for edition in EDITIONS
        for part in clauses_of_paragraphs(edition).values()
        for clauses in part
        for clause in clauses
    }
    cited = cited_by_the_guide_and_the_server()
    assert cited and sorted(cited - there) == []


@of_every_edition
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_paragraph_of_the_lookup_is_written(edition: str, language: str) -> None:
    """As many paragraphs as the table has lists of clauses, no more and no less."""
    texts = json.loads((PACKAGE / "content" / "locales" / language / "rules.json").read_text("utf-8"))
    wanted = {
        name + (f".{place + 1}" if place else "")
        for name, parts in clauses_of_paragraphs(edition).items()
        for place in range(len(parts))
    }
    assert {key for key in texts if key.startswith(f"{edition}.")} == wanted


# -- both directions: a card says its clauses, a clause leads to its cards (web/src/lib/clause-entries.ts) --------------------


@of_every_game
def test_every_clause_leads_to_a_card(rules: Rules) -> None:
    """Every clause stands in a paragraph of a card or is found by its chapter."""
    clauses = [clause for clause in rules.clauses() if clause.split("-")[0] not in NOT_FOR_PLAYERS]
    assert [clause for clause in clauses if not cards_of(edition_of(rules), clause)[0]] == []
    assert len(clauses) > 150


@of_every_edition
def test_every_clause_of_a_card_is_stated(edition: str) -> None:
    stated = {clause for rules in ALL if edition_of(rules) == edition for clause in rules.clauses()}
    named = {clause for paragraphs in clauses_of_paragraphs(edition).values() for clauses in paragraphs for clause in clauses}
    assert named and sorted(named - stated) == []


@of_every_edition
def test_chapters_lead_to_cards_and_are_needed(edition: str) -> None:
    clauses = [clause for rules in ALL if edition_of(rules) == edition for clause in rules.clauses()]
    needed = {clause.split("-")[0] for clause in clauses if not cards_of(edition, clause)[1]} - set(NOT_FOR_PLAYERS)
    assert set(chapters(edition)) == needed
    assert {name for names in chapters(edition).values() for name in names} <= set(clauses_of_paragraphs(edition))


def test_the_table_of_cards_has_every_clause_for_players() -> None:
    rows = re.findall(r"^\| ([A-Z]+\d?-?T?\d+[a-z]?) \|", cards.table(), re.MULTILINE)
    assert rows == [clause for rules in ALL for clause in rules.clauses() if clause.split("-")[0] not in NOT_FOR_PLAYERS]
