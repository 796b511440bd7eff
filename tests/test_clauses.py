"""Every clause of the rules has a test that cites it."""

from __future__ import annotations

import pytest

from tests.clauses import ALL, CLAUSE, Rules, citations, missing, table

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
def test_the_table_is_current(rules: Rules) -> None:
    assert rules.table_path.read_text("utf-8") == table(rules), "run: python -m tests.clauses"


@of_every_game
def test_the_pattern_knows_every_kind_of_clause(rules: Rules) -> None:
    assert all(CLAUSE.fullmatch(clause) for clause in rules.clauses())
    assert len(set(rules.clauses())) == len(rules.clauses()) > 150
