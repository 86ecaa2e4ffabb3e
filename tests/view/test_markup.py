from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from threetables.view.markup import append, classes, el, text_of, to_html


def test_none_and_false_leave_an_attribute_out_and_true_writes_it_empty() -> None:
    """A button that is not disabled says nothing about it."""
    assert to_html(el("button", {"disabled": None, "hidden": False, "inert": True})) == '<button inert=""></button>'


def test_void_elements_stay_open_and_empty_ones_are_closed() -> None:
    """A browser reads `<i/>` as an open tag, so an empty element is written with its end."""
    assert to_html(el("br"), el("i")) == "<br><i></i>"


def test_neighbouring_texts_become_one() -> None:
    """Text goes where it was put, before and after elements."""
    line = el("p", None, "a", "b", el("b", None, "c"), "d", None, "e")
    assert to_html(line) == "<p>ab<b>c</b>de</p>"
    append(line, "f")
    assert text_of(line) == "abcdef"


class Reader(HTMLParser):
    """What a browser reads: start tags with their attributes, and text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag opens."""
        self.tags.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        """Text comes."""
        self.text += data


@given(st.text(st.characters(exclude_categories=("Cs", "Cc"))))
def test_whatever_is_typed_stays_text(typed: str) -> None:
    """Nothing that a reader types can become markup."""
    reader = Reader()
    reader.feed(to_html(el("p", {"title": typed}, typed)))
    reader.close()
    assert reader.tags == [("p", [("title", typed)])]
    assert reader.text == typed


def test_classes_without_a_name_are_no_attribute() -> None:
    """An element of no class has no class attribute."""
    assert classes(None, "") is None
    assert classes("a", None, "b") == "a b"
