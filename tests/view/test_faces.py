import gzip
import re
from itertools import product
from pathlib import Path

import pytest

import cards as drawings
from threetables.cards import BRIDGE_PACK, SUITS, Card, rank_of
from threetables.view.faces import SIGNS, Suits, back, card_element, index
from threetables.view.markup import text_of, to_html

ASSETS = Path(__file__).parents[2] / "docs" / "assets"
STYLES = ASSETS / "css"


def test_a_card_face_down_holds_nothing() -> None:
    """One back is like another, whatever card it is the back of."""
    assert to_html(card_element(None, "ace of spades", "french", data={"data-seat": "A1"})) == to_html(back())
    assert not back().attrib.keys() - {"class"}
    assert text_of(back()) == ""


@pytest.mark.parametrize("suits", ["french", "latin"])
def test_a_card_reads_as_index_and_sign_without_styles(suits: Suits) -> None:
    """No two cards read alike, with or without a stylesheet."""
    read = {text_of(card_element(card, "name", suits)) for card in BRIDGE_PACK}
    assert len(read) == len(BRIDGE_PACK)


def test_the_index_of_a_latin_court_is_its_own_letter() -> None:
    """A foot is no jack on a Latin card, and a ten is written out."""
    assert [index(Card(card), "latin") for card in ("KD", "ND", "JD", "TD")] == ["R", "N", "F", "10"]
    assert [index(Card(card), "french") for card in ("KD", "JD", "TD")] == ["K", "J", "10"]


def test_a_card_has_its_name_and_its_key() -> None:
    """What a screen reader hears is the name given; what a script finds is the card."""
    card = card_element(Card("3S"), "three of spades", "french", tag="button", data={"data-seat": "A1"})
    assert card.attrib["aria-label"] == "three of spades"
    assert card.attrib["data-card"] == "3S"
    assert card.attrib["type"] == "button"
    assert card.attrib["data-index"] == "3"
    assert text_of(card) == ""
    assert card_element(Card("3S"), "three of spades", "french").attrib["role"] == "img"


def test_the_signs_of_a_family_differ() -> None:
    """No two suits of one pack share a sign."""
    for signs in SIGNS.values():
        assert len(set(signs.values())) == len(SUITS)


def test_the_drawn_signs_are_those_that_the_script_makes() -> None:
    """The committed drawings are the script's, all eight and each a shape of its own."""
    written = (STYLES / "pips.css").read_text(encoding="utf-8")
    assert written == drawings.stylesheet()
    shapes = re.findall(r"--(?:french|latin)-[SHDC]: (url\(.*?\));", written)
    assert len(shapes) == len(set(shapes)) == 8


@pytest.mark.parametrize("rank", drawings.PIPS)
def test_a_card_shows_as_many_pips_as_it_says(rank: str) -> None:
    """A seven has seven pips, each at a place of its own."""
    places = drawings.PIPS[rank]
    assert len(set(places)) == len(places) == (10 if rank == "T" else int(rank))


def test_every_french_court_has_a_figure() -> None:
    """Twelve figures, none of them the same, and each named once in the stylesheet."""
    courts = [card for card in BRIDGE_PACK if rank_of(card) in "KQJ"]
    figures = [(ASSETS / "cards" / f"{card}.svg").read_bytes() for card in courts]
    assert len(set(figures)) == 12
    styles = (STYLES / "table.css").read_text(encoding="utf-8")
    assert all(styles.count(f"cards/{card}.svg") == 1 for card in courts)


def test_the_drawings_are_small() -> None:
    """Signs and pips weigh 5 KB at most, the figures 100 KB, compressed."""
    figures = sorted((ASSETS / "cards").glob("*.svg"))
    assert len(gzip.compress((STYLES / "pips.css").read_bytes())) <= 5_000
    assert sum(len(gzip.compress(figure.read_bytes())) for figure in figures) <= 100_000


def palettes() -> dict[str, dict[str, str]]:
    """The colours of the light and of the dark scheme, as the stylesheet has them."""
    styles = (STYLES / "site.css").read_text(encoding="utf-8")
    blocks = dict(re.findall(r'^(:root(?:\[data-scheme="dark"\])?) \{(.*?)^\}', styles, re.S | re.M)[:2])
    read = {name: dict(re.findall(r"--([\w-]+): ([^;]+);", block)) for name, block in blocks.items()}
    light = read[":root"]
    return {"light": light, "dark": light | read[':root[data-scheme="dark"]']}


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How far apart two colours are: 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


GAMES_AND_SITE = ("site", "skambil", "omi", "schembil")
ON_PAPER = ("ink", "ink-2", "good", "bad", *GAMES_AND_SITE)
ON_CARDS = ("suit-S", "suit-H", "suit-D", "suit-C", "latin-coins", "latin-cups", "latin-swords", "latin-clubs")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_can_be_read(scheme: str) -> None:
    """Every ink on every ground it stands on has a contrast of 4.5 at least, in both schemes."""
    palette = palettes()[scheme]
    pairs = [*product(ON_PAPER, ("paper", "paper-2")), *product(ON_CARDS, ("card",))]
    pairs += [(ink, f"{game}-felt") for game in GAMES_AND_SITE for ink in ("felt-ink", "lamp")]
    pairs += [("accent-ink", game) for game in GAMES_AND_SITE]
    unreadable = [pair for pair in pairs if contrast(palette[pair[0]], palette[pair[1]]) < 4.5]
    assert not unreadable


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_edges_and_marks_can_be_seen(scheme: str) -> None:
    """Borders of controls, the focus ring and the cards stand out from their ground by 3 at least."""
    palette = palettes()[scheme]
    pairs = [*product(("edge", "focus"), ("paper", "paper-2"))]
    pairs += [("card", f"{game}-felt") for game in GAMES_AND_SITE]
    unseen = [pair for pair in pairs if contrast(palette[pair[0]], palette[pair[1]]) < 3]
    assert not unseen


def test_the_device_and_the_reader_get_the_same_dark_scheme() -> None:
    """Dark by choice and dark by the device are one palette."""
    styles = (STYLES / "site.css").read_text(encoding="utf-8")
    chosen = re.search(r'^:root\[data-scheme="dark"\] \{(.*?)^\}', styles, re.S | re.M)
    asked = re.search(r'^  :root:not\(\[data-scheme="light"\]\) \{(.*?)^  \}', styles, re.S | re.M)
    assert chosen is not None
    assert asked is not None
    assert chosen[1].split() == asked[1].split()


def test_four_colours_tell_four_suits() -> None:
    """With four colours no two suits share one; with two, the red ones and the black ones do."""
    styles = (STYLES / "site.css").read_text(encoding="utf-8")
    four = re.search(r'\[data-suits="four"\] \{(.*?)\}', styles, re.S)
    assert four is not None
    two = palettes()["light"]
    changed = two | dict(re.findall(r"--([\w-]+): ([^;]+);", four[1]))
    assert len({changed[f"suit-{suit}"] for suit in SUITS}) == 4
    assert two["suit-H"] == two["suit-D"]
    assert two["suit-S"] == two["suit-C"]
