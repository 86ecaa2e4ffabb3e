"""For each law that the engine keeps, the smallest record in which it bites.

Play the record without that law, and something is different after its last action (or at once, where there is none): an
event, what someone sees, what may be done next, or the score. The tests try each one.
"""

from collections.abc import Mapping
from typing import Final

from .cards import pack_of


def _record(game: str, *lines: str, **tags: str) -> str:
    """A record of that game from its lines, the dealer at the last seat unless a tag says otherwise."""
    head = "".join(f'[{name} "{value}"]\n' for name, value in {"Game": game, **tags}.items())
    return f"{head}\n" + "\n".join(lines) + "\n"


def _hands(*hands: str) -> str:
    return "\n".join(f"hand {'AB'[seat % 2]}{seat // 2 + 1} {cards}" for seat, cards in enumerate(hands))


# --- Skambil ----------------------------------------------------------------------------------------------------------

_FORTY = "pack " + " ".join(pack_of("3A2KQJT987"))
_FORTY_TWO = f"{_FORTY} 6S 6H"
_DEALT = _record("skambil", _FORTY)
_SIX_DEALT = _record("skambil", _FORTY_TWO, Seats="6")
_FIRST_TRICK = _record("skambil", _FORTY, "1. 8S 7S TS 9S")
_LAST_DRAW = _record(
    "skambil",
    _hands("7S 7D 7C", "8S 8D 8C", "9S 9D 9C", "TS TD TC"),
    "stock 7H 8H 9H\nturn-up TH\ntrump H\nwon A rest\nlead A1",
    "1. 7S 8S 9S TS",
)


def _skambil_two(*hands: str, play: str, **tags: str) -> str:
    return _record("skambil", _hands(*hands), "trump H\nwon A rest\nlead A1", f"1. {play}", **tags)


def _skambil_last(won: str, *hands: str, **tags: str) -> str:
    """The last trick, which the first hand wins with the first of its suit."""
    play = " ".join(hands)
    return _record("skambil", _hands(*hands), f"trump S\nwon A {won}\nwon B rest\nlead A1", f"1. {play}", **tags)


_SMALL = ("TS", "9S", "8S", "7S")
_ONE_CARD = (_hands(*_SMALL), "trump H\nwon A rest\nlead A1")
_VOID = ("7S 8S", "7H 7D", "7C 8C", "9C TC")
_LEVEL = "3S 3H 3D 3C"
_AHEAD = _skambil_last("3S 3H 3D 3C", "JS", "9S", "8S", "7S")
_LEVEL_DIKRANAGERD = "3S 3H 3D AH"

_SKAMBIL: Final[Mapping[str, str]] = {
    "sides": _DEALT,
    "pack": _DEALT,
    "sixes": _SIX_DEALT,
    "cut": _record("skambil", _FORTY, Set="cut=right"),
    "three-each": _DEALT,
    "singly": _DEALT,
    "deal-order": _DEALT,
    "turn-up": _DEALT,
    "trump": _DEALT,
    "rank": _skambil_last("AH 2H KH QH", "AS", "3S", "8S", "7S"),
    "first-look": _DEALT,
    "two-passes": _SIX_DEALT,
    "first-lead": _DEALT,
    "turn-order": _DEALT,
    "follow-suit": _skambil_two("7S 8S", "9S 7D", "7C 8C", "9C TC", play="7S"),
    "when-void": _skambil_two(*_VOID, play="7S"),
    "must-trump": _skambil_two(*_VOID, play="7S", Set="void=must-trump"),
    "trick-winner": _skambil_last("", "AH", "7S", "8H", "7H"),
    "winner-leads": _skambil_two("7S 7D", "8S 8D", "9S 9D", "TS TD", play="7S 8S 9S TS"),
    "draw": _FIRST_TRICK,
    "draw-order": _FIRST_TRICK,
    "turn-up-last": _FIRST_TRICK,
    "swap": _record(
        "skambil",
        _hands("7H 7D 7C", "8S 8D 8C", "9S 9D 9C", "TS TD TC"),
        "stock 7S 8H 9H\nturn-up TH\ntrump H\nwon A rest\nlead A1",
        Set="swap=low-trump",
    ),
    "second-look": _LAST_DRAW,
    "last-three": _LAST_DRAW,
    "values": _record("skambil", *_ONE_CARD),
    "half": _skambil_last(_LEVEL, *_SMALL),
    "win-one": _AHEAD,
    "win-two": _skambil_last("3S 3H 3D 3C AH AD AC 2H", "AS", "9S", "8S", "7S"),
    "next-dealer": _AHEAD,
    "target": _skambil_last(_LEVEL, "JS", "9S", "8S", "7S", Score="10 0"),
    "values-dikranagerd": _record("skambil", *_ONE_CARD, Rules="dikranagerd"),
    "half-dikranagerd": _skambil_last(_LEVEL_DIKRANAGERD, *_SMALL, Rules="dikranagerd"),
    "win-one-dikranagerd": _skambil_last(_LEVEL_DIKRANAGERD, "2S", "9S", "8S", "7S", Rules="dikranagerd"),
    "win-two-dikranagerd": _skambil_last(_LEVEL, "AS", "9S", "8S", "7S", Rules="dikranagerd"),
    "target-dikranagerd": _skambil_last(_LEVEL, *_SMALL, Rules="dikranagerd", Score="6 0"),
    "both-reach": _skambil_last(_LEVEL, *_SMALL, Score="10 10"),
    "signs": _record("skambil", _hands("3H", *_SMALL[1:]), "trump H\nwon A rest\nlead A1"),
    "sign-truth": _record("skambil", *_ONE_CARD),
    "sign-time": _record("skambil", _FORTY, Set="sign-time=not-in-trick-1"),
    "sign-secret": _record("skambil", _hands("3H", *_SMALL[1:]), "trump H\nwon A rest\nlead A1", "A1: sign trey"),
}

# --- Omi --------------------------------------------------------------------------------------------------------------

_BY_SUIT = pack_of("AKQJT987")
_THIRTY_TWO = "pack " + " ".join(_BY_SUIT)
_OMI_DEALT = _record("omi", _THIRTY_TWO)
_ONE_SIDED = "pack " + " ".join((*_BY_SUIT[:4], *_BY_SUIT[16:20], *_BY_SUIT[4:8], *_BY_SUIT[8:16], *_BY_SUIT[20:]))


def _omi_two(*hands: str, play: str) -> str:
    return _record("omi", _hands(*hands), "trump H\nwon A rest\nlead A1", f"1. {play}")


def _omi_last(tricks: int, *hands: str, **tags: str) -> str:
    """The last trick, after side A has taken so many."""
    left = [card for card in _BY_SUIT if card not in hands]
    won = f"trump S\nwon A {' '.join(left[: 4 * tricks])}\nwon B rest\nlead A1"
    return _record("omi", _hands(*hands), won, f"1. {' '.join(hands)}", **tags)


_FIRST_HAND = ("TS", "9S", "8S", "7S")
_SECOND_HAND = ("9S", "TS", "8S", "7S")
_FOUR_ALL = _omi_last(3, *_FIRST_HAND)
_DECLARERS = _omi_last(5, *_FIRST_HAND)

_OMI: Final[Mapping[str, str]] = {
    "sides": _omi_last(4, *_SECOND_HAND),
    "pack": _OMI_DEALT,
    "rank": _omi_last(4, "TS", "KS", "8S", "7S"),
    "tokens": _DECLARERS,
    "tokens-pay": _DECLARERS,
    "cut": _record("omi", _THIRTY_TWO, Set="cut=always"),
    "first-packet": _OMI_DEALT,
    "deal-order": _OMI_DEALT,
    "declarer": _OMI_DEALT,
    "name-trump": _OMI_DEALT,
    "first-four-only": _OMI_DEALT,
    "partner-waits": _record("omi", _THIRTY_TWO, Set="packet=partner-waits"),
    "weak-four": _record("omi", "pack " + " ".join(reversed(_BY_SUIT)), Set="weak-four=redeal"),
    "second-packet": _record("omi", _THIRTY_TWO, "A1: trump S"),
    "short-trumps": _record("omi", _ONE_SIDED, "A1: trump S", Set="short-trumps=redeal-under-two"),
    "first-lead": _OMI_DEALT,
    "turn-order": _OMI_DEALT,
    "follow-suit": _omi_two("7S 8S", "9S 7D", "7C 8C", "9C TC", play="7S"),
    "when-void": _omi_two(*_VOID, play="7S"),
    "trick-winner": _omi_last(4, "AH", "7S", "8H", "7H"),
    "winner-leads": _omi_two("7S 7D", "8S 8D", "9S 9D", "TS TD", play="7S 8S 9S TS"),
    "all-eight": _record(
        "omi", _hands("7S 7D", "8S 8D", "9S 9D", "TS TD"), "trump H\nwon A rest\nwon B 7C 8C 9C TC\nlead A1"
    ),
    "sweep": _omi_last(7, *_FIRST_HAND),
    "announced-sweep": _record(
        "omi", _hands("7S 7D", "8S 8D", "9S 9D", "TS TD"), "trump H\nwon A rest\nlead A1", Set="kapothi=announced"
    ),
    "defenders-win": _omi_last(2, *_SECOND_HAND),
    "most-tricks": _DECLARERS,
    "declarers-win": _DECLARERS,
    "tie": _FOUR_ALL,
    "tie-bonus": _FOUR_ALL,
    "second-tie": _omi_last(3, *_FIRST_HAND, Bonus="1"),
    "next-dealer": _DECLARERS,
    "target": _omi_last(5, *_FIRST_HAND, Score="9 0"),
    "overshoot": _omi_last(7, *_FIRST_HAND, Score="9 0"),
}

# --- Schembil ---------------------------------------------------------------------------------------------------------

_THIRTY_SIX = "pack " + " ".join(rank + suit for suit in "DCSB" for rank in "A3RNF7654")
_SCHEMBIL_DEALT = _record("schembil", _THIRTY_SIX)


def _schembil_position(*hands: str, play: str = "", **tags: str) -> str:
    lines = [_hands(*hands), "trump B\nwon A rest\nlead A1"]
    return _record("schembil", *lines, *([f"1. {play}"] if play else []), **tags)


_SIX_SMALL = ("7D", "6D", "5D", "4D", "6C", "4C")
_LAST_SCHEMBIL = _schembil_position(*_SIX_SMALL, play=" ".join(_SIX_SMALL))
_TWO_SCHEMBIL = ("4D 4C", "5D 5C", "6D 6C", "7D 7C", "5S 6S", "4S 7S")


def _first_half(**tags: str) -> str:
    """The third trick, with the second deal to come."""
    stock = "stock AD 3D RD ND FD AC 3C RC NC FC 5C 7C AS 3S RS NS FS\nturn-up AB"
    return _record(
        "schembil", _hands(*_SIX_SMALL), f"{stock}\ntrump B\nwon A rest\nlead A1", f"1. {' '.join(_SIX_SMALL)}", **tags
    )


def _sixty_all(**tags: str) -> str:
    return _record(
        "schembil",
        _hands(*_SIX_SMALL),
        "trump B\nwon A AD AC AS AB 3D RD FD 4S 5S 6S 7S 4B\nwon B rest\nlead A1",
        f"1. {' '.join(_SIX_SMALL)}",
        **tags,
    )


_SCHEMBIL: Final[Mapping[str, str]] = {
    "sides": _SCHEMBIL_DEALT,
    "rais": _SCHEMBIL_DEALT,
    "pack": _SCHEMBIL_DEALT,
    "three-each": _SCHEMBIL_DEALT,
    "deal-order": _SCHEMBIL_DEALT,
    "singly": _SCHEMBIL_DEALT,
    "second-deal": _first_half(),
    "turn-up": _SCHEMBIL_DEALT,
    "turn-up-last": _first_half(),
    "cut-card": _record("schembil", _THIRTY_SIX, Set="trump=cut-card"),
    "draw": _record("schembil", _THIRTY_SIX, "1. AD 3D RD ND FD 7D", Set="cards=draw"),
    "rank": _schembil_position("RD", "AD", "4D", "5D", "6D", "7D", play="RD AD 4D 5D 6D 7D"),
    "trick-winner": _schembil_position("AD", "4B", "4D", "5D", "6D", "7D", play="AD 4B 4D 5D 6D 7D"),
    "first-lead": _SCHEMBIL_DEALT,
    "turn-order": _SCHEMBIL_DEALT,
    "no-duty": _schembil_position(*_TWO_SCHEMBIL, play="4D"),
    "follow": _schembil_position(*_TWO_SCHEMBIL, play="4D", Set="follow=always"),
    "winner-leads": _schembil_position(*_TWO_SCHEMBIL, play="4D 5D 6D 7D 5S 4S"),
    "rais-look": _SCHEMBIL_DEALT,
    "rais-speaks": _SCHEMBIL_DEALT,
    "rais-turn": _SCHEMBIL_DEALT,
    "ask": _SCHEMBIL_DEALT,
    "order": _SCHEMBIL_DEALT,
    "answer": _record("schembil", _THIRTY_SIX, "A1 to A2: ask any-trump"),
    "answer-words": _record("schembil", _THIRTY_SIX, "A1 to A2: ask any-trump"),
    "silent-first-trick": _record("schembil", _THIRTY_SIX, Set="first-trick=silent"),
    "signs": _record("schembil", _THIRTY_SIX, Set="signs=italian"),
    "last-three-shown": _first_half(Set="last-three=shown"),
    "values": _schembil_position(*_SIX_SMALL),
    "win-deal": _LAST_SCHEMBIL,
    "sixty-sixty": _sixty_all(),
    "next-dealer": _LAST_SCHEMBIL,
    "match": _schembil_position(*_SIX_SMALL, play=" ".join(_SIX_SMALL), Score="2 0"),
    "both-reach": _sixty_all(Set="sixty-sixty=shared", Score="2 2"),
}

BITES: Final[Mapping[str, str]] = {
    f"{game}.{law}": text
    for game, texts in (("skambil", _SKAMBIL), ("omi", _OMI), ("schembil", _SCHEMBIL))
    for law, text in texts.items()
}
"""The record for each law by the law's id."""
