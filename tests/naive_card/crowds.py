"""Random crowded positions of the Card Game, as text: what random play would take thousands of games to come to."""

from __future__ import annotations

from random import Random

CHARACTERS = [
    "As",
    "Ba",
    "Be",
    "Cl",
    "Co",
    "Cr",
    "Da",
    "El",
    "Ge",
    "Gh",
    "Gb",
    "Gm",
    "Me",
    "Na",
    "Pa",
    "Pi",
    "Sa",
    "Tk",
    "Tp",
    "Th",
    "Tr",
    "Ww",
    "Wa",
    "Wm",
    "Wi",
]
OBJECTS = [*["ar", "bo", "ke", "k2", "fi", "sh", "ro", "r2", "in", "sw", "s2", "tr", "sp"]]
ROOMS = [f"{pair}-{number}" for pair in ("blue", "green", "red", "yellow", "purple", "brown") for number in (1, 2)]
SLOTS = 6  # of the laboratory


def crowded_position(rng: Random) -> str:
    """A legal position of the laboratory with most of its rooms face up and many cards in few places."""
    shown = rng.sample(range(1, SLOTS + 1), rng.randint(2, SLOTS))
    rooms = dict(zip(shown, rng.sample(ROOMS, len(shown)), strict=True))
    broken = [slot for slot in sorted(rooms) if rng.random() < 0.15]
    lines = [
        "position 1",
        "scenario card-lab",
        *(["options secretObjects=yes"] if rng.random() < 0.25 else []),
        f"turn {rng.choice(['blue', 'yellow'])} ap {rng.randint(1, 3)}",
        *(
            f"{colour} vp 0 jumps {rng.choice([0, 0, 2])} combat {rng.choice(['012233456', '0', '013', '06'])}"
            for colour in ("blue", "yellow")
        ),
        "rooms " + " ".join(f"R{slot}={room}.{rng.randrange(4)}" for slot, room in sorted(rooms.items())),
        "gates "
        + " ".join(f"R{slot}={rng.choice(['open', 'closed', 'broken'])}" for slot in sorted(rooms) if slot not in broken),
    ]
    lines += ["walls " + " ".join(f"R{slot}" for slot in broken)] if broken else []
    hidden = [slot for slot in range(1, SLOTS + 1) if slot not in rooms]
    return "\n".join([*lines, *_crowd(rng, list(rooms.values()), hidden)]) + "\n"


def _crowd(rng: Random, rooms: list[str], hidden: list[int]) -> list[str]:
    zones = [f"{room}.{letter}" for room in rooms for letter in "TSCG"]
    busy = rng.sample(zones, min(len(zones), rng.randint(2, 7)))
    at: dict[str, list[str]] = {}
    under: dict[int, list[str]] = {}
    counts: dict[tuple[str, str], int] = {}
    marks: list[str] = []
    bearers: list[tuple[str, str, int]] = []  # place, name, free hands
    for colour, side in (("b", "N"), ("y", "S")):
        for kind in rng.sample(CHARACTERS, rng.randint(4, 10)):
            if hidden and rng.random() < 0.12:
                slot = rng.choice(hidden)
                if len(under.get(slot, [])) < 4:
                    under.setdefault(slot, []).append(colour + kind)
                continue
            place = f"{side}{rng.randrange(2)}{rng.choice('TSCG')}" if rng.random() < 0.2 else rng.choice(busy)
            spot = place if "." in place else place[0]
            if counts.get((colour, spot), 0) >= 3:
                continue
            counts[colour, spot] = counts.get((colour, spot), 0) + 1
            wounded = rng.random() < 0.25
            hands = 0 if kind == "Gh" else 2 if kind == "Pa" else 1
            friend = next((b for b in bearers if b[1][0] == colour and b[0] == place and b[2] and "~" not in b[1]), None)
            if wounded and friend and rng.random() < 0.5:
                _load(at, bearers, friend, colour + kind + "~")
                continue
            name = colour + kind + ("~" if wounded else "")
            at.setdefault(place, []).append(name)
            bearers.append((place, name, hands))
            mark = rng.choice(["hurt", "spent", "fired", "fought", "walls"]) if rng.random() < 0.15 else ""
            if mark:
                marks.append(f"{colour + kind}={mark}")
    for colour in "by":
        for kind in rng.sample(OBJECTS, rng.randint(3, 9)):
            free = [bearer for bearer in bearers if bearer[2]]
            if free and rng.random() < 0.75:
                _load(at, bearers, rng.choice(free), colour + kind)
            else:
                at.setdefault(rng.choice([*busy, "N", "S"]), []).append(colour + kind)
    lines = [f"at {place} " + " ".join(names) for place, names in at.items()]
    lines += [f"under R{slot} " + " ".join(names) for slot, names in under.items()]
    return lines + (["marks " + " ".join(marks)] if marks else [])


def _load(at: dict[str, list[str]], bearers: list[tuple[str, str, int]], bearer: tuple[str, str, int], item: str) -> None:
    place, name, hands = bearer
    at[place][at[place].index(name)] = f"{name}+{item}"
    bearers[bearers.index(bearer)] = (place, f"{name}+{item}", hands - 1)
