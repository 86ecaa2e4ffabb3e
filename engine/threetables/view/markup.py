"""A small builder of HTML elements.

Elements are those of `xml.etree`: text and attributes are escaped when they are written, so nothing that a reader types
can become markup.
"""

from collections.abc import Mapping
from xml.etree.ElementTree import Element, tostring

Value = str | int | bool | None
Child = Element | str | None


def el(tag: str, attributes: Mapping[str, Value] | None = None, *children: Child) -> Element:
    """An element. An attribute that is None or False is left out and one that is True is written empty."""
    made = Element(tag)
    for name, value in (attributes or {}).items():
        if value is None or value is False:
            continue
        made.set(name, "" if value is True else str(value))
    append(made, *children)
    return made


def append(parent: Element, *children: Child) -> None:
    """Add children at the end of `parent`; None is left out and neighbouring texts become one."""
    for child in children:
        if child is None:
            continue
        if isinstance(child, Element):
            parent.append(child)
        elif len(parent):
            parent[-1].tail = (parent[-1].tail or "") + child
        else:
            parent.text = (parent.text or "") + child


def classes(*names: str | None) -> str | None:
    """The class attribute of those names; None for no name at all."""
    return " ".join(name for name in names if name) or None


def text_of(element: Element) -> str:
    """All text in the element, as it reads without styles."""
    return "".join(element.itertext())


def to_html(*elements: Element) -> str:
    """The elements as HTML: void elements stay open, all others are closed."""
    return "".join(tostring(element, encoding="unicode", method="html") for element in elements)
