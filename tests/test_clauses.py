"""Every clause of the rules has a test that cites it."""

from __future__ import annotations

from tests.clauses import CLAUSE, DEFINITIONS, TABLE, citations, stated_clauses, table


def test_every_clause_is_cited() -> None:
    cited = citations()
    assert [clause for clause in stated_clauses() if clause not in cited and clause not in DEFINITIONS] == []


def test_only_stated_clauses_are_cited() -> None:
    """A citation of a clause that does not exist would count for nothing."""
    known = set(stated_clauses())
    families = {clause.split("-")[0] for clause in known}
    wrong = {clause for clause in citations() if clause.split("-")[0] in families and clause not in known}
    assert wrong == set()


def test_definitions_are_clauses_without_tests() -> None:
    cited = citations()
    assert [clause for clause in DEFINITIONS if clause in cited or clause not in stated_clauses()] == []


def test_the_table_is_current() -> None:
    assert TABLE.read_text("utf-8") == table(), "run: python -m tests.clauses"


def test_the_pattern_knows_every_kind_of_clause() -> None:
    assert all(CLAUSE.fullmatch(clause) for clause in stated_clauses())
    assert len(stated_clauses()) > 250
