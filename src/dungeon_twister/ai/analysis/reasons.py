"""Why a plan is good: its strongest effect, found by playing the plan and measuring with the terms of the search.

Effects are weighed in the unit of the search, roughly hundredths of a victory point. The weights only order the reasons; they
do not add up to the value of the plan.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dungeon_twister.ai.analysis.analysis_shapes import PlanReason
from dungeon_twister.ai.analysis.exit_distance import UNREACHABLE, characters_of, exit_distances
from dungeon_twister.ai.analysis.plan_playback import Playback, PlaybackStep
from dungeon_twister.ai.analysis.reach import TurnReach, chance_of, others_than, reach, turn_of
from dungeon_twister.ai.search.beam_search import StartCosts
from dungeon_twister.ai.search.game_adapter import WIN, GameAdapter
from dungeon_twister.ai.search.goals import win_this_turn
from dungeon_twister.game.views import EventView
from dungeon_twister.presentation.guide.editions import guide_of
from dungeon_twister.rules.engine.actions import second_of
from dungeon_twister.rules.engine.pieces import TREASURE
from dungeon_twister.rules.engine.state import GONE, UNDER, WOUNDED, State

ALWAYS: Final = 1e9
SAVES: Final = 1e6  # the opponent no longer wins
POINT: Final = 100.0  # a victory point
WOUNDS: Final = 70.0
REMOVES: Final = 150.0
HEALS: Final = 55.0
OBJECT: Final = 22.0
GOLD: Final = 60.0
NEARER: Final = 7.0  # an action point less to the exit, for each victory point the character scores there
REVEALS: Final = 24.0
COMES: Final = 12.0  # each own character that comes into play
SAFE: Final = 80.0  # a character that was sure to be beaten and now is safe
THREATENS: Final = 20.0  # an enemy that can be attacked next turn
LEAST_PERCENT: Final = 30  # a character that is beaten less often than this is in no danger
LEAST_STEPS: Final = 2  # action points: a smaller change of a way is no reason
LOOKED: Final = 260  # limit of positions of the opponent's turn in the search for attacks
GOAL: Final = 300  # the same in the search for a win
CHANGES_MAZE: Final = ("turned", "slid", "inverted", "walls-broken", "raised", "lowered", "gate-set")  # kinds of events

Weighed = tuple[float, PlanReason]


@dataclass
class Scales:
    """The position before a plan, with cached answers: what the others could do, and win, if the player did nothing.

    Tokens have the names that `viewer` knows: the player, or the ALL_KNOWING.
    """

    adapter: GameAdapter
    root: State
    me: int
    viewer: int
    threatened: TurnReach | None = None
    _lost: bool | None = None

    def dangers(self) -> TurnReach:
        """Return what the others could do next if nothing was done."""
        if self.threatened is None:
            self.threatened = dangers_after(self.adapter, self.root, self.me)
        return self.threatened

    def lost(self) -> bool:
        """Return whether the next opponent wins if nothing is done."""
        if self._lost is None:
            self._lost = lets_win(self.adapter, self.root, self.me)
        return self._lost


def reason_for(scales: Scales, playback: Playback, risk: int, wins: bool, losing: bool) -> PlanReason:
    """Return the strongest reason for a plan. `losing` says that the plan loses anyway."""
    if wins:
        leavers = [event.token for event in playback.events if event.kind == "left-maze"]
        return PlanReason("wins", leavers[-1:])
    found = gains(scales, playback, risk)
    if losing:
        return max(found, key=_weight)[1] if found else PlanReason("lost")
    if scales.lost():
        found.append((SAVES, PlanReason("saves")))
    if not found or max(found, key=_weight)[0] < SAFE:
        found += safeties(scales, playback)
    if not found or max(found, key=_weight)[0] < THREATENS:
        found += prospects_of_attack(scales, playback)
    return max(found, key=_weight)[1] if found else PlanReason("quiet")


def _weight(one: Weighed) -> float:
    return one[0]


def gains(scales: Scales, playback: Playback, risk: int) -> list[Weighed]:
    """Return the certain effects of a plan, and the expected effect of its risk, with weights."""
    found: list[Weighed] = []
    for step in playback.steps:
        for event in step.events:
            found += _of_event(scales, step, event)
        if any(event.kind in CHANGES_MAZE for event in step.events):
            found += _of_maze(scales, playback, step)
    found += _of_ways(scales, playback)
    if playback.risk is not None:
        found += _of_risk(scales, playback, risk)
    return found


# -- effects on the way ------------------------------------------------------------------------------------------------------


def _of_event(scales: Scales, step: PlaybackStep, event: EventView) -> list[Weighed]:
    s = step.before
    if event.kind == "left-maze":
        pieces = [event.token, event.other] if event.other else [event.token]
        return [(POINT * max(1, event.points), PlanReason("leaves", pieces, {"points": event.points}))]
    if event.kind in ("eliminated", "wounded") and not _is_mine(scales, event.token):
        kind, weight = ("removes", REMOVES) if event.kind == "eliminated" else ("fells", WOUNDS)
        return [(weight, PlanReason(kind, [event.token]))]
    if event.kind == "healed" and _is_mine(scales, event.token):
        return [(HEALS, PlanReason("heals", [event.token]))]
    if event.kind in ("took", "stole", "took-from", "swapped") and _is_mine(scales, event.token):
        item = event.item or (event.tokens[0] if event.tokens else event.other)
        gold = next((t for t in range(s.setting.tokens) if guide_of(s).name_of(s, t, scales.viewer) == item), -1)
        treasure = gold >= 0 and bool(s.setting.capabilities[gold] & TREASURE)
        return [(GOLD if treasure else OBJECT, PlanReason("takes", [event.token, item]))]
    return []


def _is_mine(scales: Scales, name: str) -> bool:
    """Return whether a token, by the colour in its name, belongs to the player's side."""
    colours = scales.root.setting.colours
    owner = next((player for player, colour in enumerate(colours) if colour[0] == name[:1]), -1)
    return owner >= 0 and scales.adapter.are_allies(owner, scales.me)


def _of_maze(scales: Scales, playback: Playback, step: PlaybackStep) -> list[Weighed]:
    """Return the effects of a change of the maze: shorter ways for own characters, longer ways for others."""
    at = playback.steps.index(step)
    after = playback.steps[at + 1].before if at + 1 < len(playback.steps) else playback.after
    place = next((event.place for event in step.events if event.kind in CHANGES_MAZE), "")
    found: list[Weighed] = []
    if after.over:
        return found
    for player in range(after.setting.players):
        mine = scales.adapter.are_allies(player, scales.me)
        before_ways, after_ways = (
            exit_distances(scales.adapter, step.before, player),
            exit_distances(scales.adapter, after, player),
        )
        for token, away in after_ways.items():
            gain = before_ways.get(token, away) - away
            if (gain if mine else -gain) >= LEAST_STEPS:
                weight = NEARER * abs(gain) * max(1, after.setting.exit_vp[token])
                kind = "opens" if mine else "closes"
                found.append((weight, PlanReason(kind, [_name(scales, after, token)], {"steps": abs(gain)}, place)))
    return found


def _of_ways(scales: Scales, playback: Playback) -> list[Weighed]:
    """Return which own characters came nearer to the exit by moving, and which others got a longer way."""
    root, after, adapter = scales.root, playback.after, scales.adapter
    found: list[Weighed] = []
    if after.over:
        return found
    turned = any(event.kind in CHANGES_MAZE for event in playback.events)
    for player in range(root.setting.players):
        mine = adapter.are_allies(player, scales.me)
        if turned and not mine:
            continue  # `_of_maze` reports these
        before_ways, after_ways = exit_distances(adapter, root, player), exit_distances(adapter, after, player)
        for token, away in after_ways.items():
            gain = before_ways.get(token, UNREACHABLE) - away
            moved = root.loc[token] != after.loc[token]
            points = max(1, root.setting.exit_vp[token])
            if mine and moved and gain > 0:
                found.append((NEARER * gain * points, PlanReason("nearer", [_name(scales, after, token)], {"steps": gain})))
            elif not mine and -gain >= LEAST_STEPS:
                found.append((NEARER * -gain * points, PlanReason("blocks", [_name(scales, after, token)], {"steps": -gain})))
    return found


def _of_risk(scales: Scales, playback: Playback, risk: int) -> list[Weighed]:
    adapter, me, s = scales.adapter, scales.me, playback.after
    if not adapter.is_combat(risk):
        assert playback.risk is not None
        place = playback.risk.place
        own = sum(1 for token in s.setting.tokens_of[me] if s.loc[token] == UNDER + second_of(risk))
        return [(REVEALS + COMES * own, PlanReason("reveals", [playback.risk.token], {"own": own}, place))]
    attacked = adapter.after_attack(s, risk)
    if attacked is None:
        return []
    fight = adapter.combat(attacked, me)
    percent = round(100 * chance_of(adapter, attacked, me, me))
    target, won = attacked.defender, fight.outcomes[WIN]
    fatal = won.loc[target] == GONE
    pieces = [_name(scales, s, attacked.attacker), _name(scales, s, target)]
    weight = (REMOVES if fatal else WOUNDS) * percent / 50
    return [(weight, PlanReason("kills" if fatal else "beats", pieces, {"percent": percent}))]


# -- threats by the others ---------------------------------------------------------------------------------------------------


def safeties(scales: Scales, playback: Playback) -> list[Weighed]:
    """Return the own characters that the plan takes out of reach of the others."""
    before = scales.dangers()
    if not before.beaten or playback.after.over:
        return []
    after = dangers_after(scales.adapter, playback.after, scales.me)
    found: list[Weighed] = []
    for token, one in before.beaten.items():
        left = after.beaten[token].chance if token in after.beaten else 0.0
        percent = round(100 * one.chance)
        if percent >= LEAST_PERCENT and one.chance - left >= 0.25 and one.attackers and playback.after.loc[token] >= 0:
            pieces = [_name(scales, scales.root, token), _name(scales, scales.root, one.attackers[0])]
            found.append((SAFE * (one.chance - left), PlanReason("safe", pieces, {"percent": percent})))
    return found


def prospects_of_attack(scales: Scales, playback: Playback) -> list[Weighed]:
    """Return the enemies that the player could beat next turn, but could not have beaten before the plan."""
    adapter, me = scales.adapter, scales.me
    begun, idle = turn_of(adapter, playback.after, me), turn_of(adapter, scales.root, me)
    if playback.after.over or begun is None or idle is None:
        return []
    before, found = reach(adapter, idle, me, me, LOOKED), list[Weighed]()
    for token, one in reach(adapter, begun, me, me, LOOKED).beaten.items():
        known = before.beaten[token].chance if token in before.beaten else 0.0
        if one.attackers and one.chance - known >= 0.25 and round(100 * one.chance) >= LEAST_PERCENT:
            pieces = [_name(scales, playback.after, one.attackers[0]), _name(scales, playback.after, token)]
            found.append((THREATENS * one.chance, PlanReason("threatens", pieces, {"percent": round(100 * one.chance)})))
    return found


def dangers_after(adapter: GameAdapter, s: State, me: int) -> TurnReach:
    """Return what the opponents could do in their next turns against a player's side."""
    together = TurnReach()
    for other in others_than(adapter, s, me):
        begun = turn_of(adapter, s, other)
        if begun is None:
            continue
        found = reach(adapter, begun, other, me, LOOKED)
        for token, one in found.beaten.items():
            known = together.beaten.get(token)
            if adapter.are_allies(s.setting.owner[token], me) and (known is None or one.chance > known.chance):
                together.beaten[token] = one
        together.exits.update(found.exits)
    return together


def lets_win(adapter: GameAdapter, s: State, me: int) -> bool:
    """Return whether the next opponent can win in its next turn."""
    for other in others_than(adapter, s, me)[:1]:
        begun = turn_of(adapter, s, other)
        if begun is not None:
            costs = StartCosts(adapter, begun)
            if costs.turn_starts and win_this_turn(adapter, costs.most().state, other, GOAL):
                return True
    return False


def fault_of(scales: Scales, playback: Playback) -> PlanReason | None:
    """Return what is wrong with a plan: the opponent wins after it, or it exposes a character without need."""
    if playback.after.over:
        return None
    if lets_win(scales.adapter, playback.after, scales.me):
        return PlanReason("lets-win")
    after = dangers_after(scales.adapter, playback.after, scales.me)
    worst: PlanReason | None = None
    most = float(LEAST_PERCENT)
    for token, one in after.beaten.items():
        if token in characters_of(playback.after, playback.after.setting.owner[token]) and one.attackers:
            weight = 100 * one.chance * (1.5 if playback.after.status[token] & WOUNDED else 1.0)
            if weight >= most:
                pieces = [_name(scales, playback.after, token), _name(scales, playback.after, one.attackers[0])]
                most, worst = weight, PlanReason("hangs", pieces, {"percent": round(100 * one.chance)})
    return worst


def _name(scales: Scales, s: State, token: int) -> str:
    return guide_of(s).name_of(s, token, scales.viewer)
