"""Formulas as MathML, which browsers show without scripts or a network."""

import re
from xml.etree import ElementTree

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

MATHML = "http://www.w3.org/1998/Math/MathML"
OVERLINE, MACRON = "_", "\N{MACRON}"  # docutils raises the former: it does not stretch
BAR = "\N{MODIFIER LETTER MACRON}"
HAT = "\N{MODIFIER LETTER CIRCUMFLEX ACCENT}"
# A function with an argument that is not in parentheses.
FUNCTION = re.compile(r"(\\(?:ln|log|sin|cos)(?:[_^]\w)?) +(?=[\w\\])")

ElementTree.register_namespace("", MATHML)


def to_mathml(node: nodes.Element, *, as_block: bool) -> str:
    """Turn the TeX of a node into MathML, the index of an accented letter beside it."""
    text = FUNCTION.sub(r"\1 \\, ", node.astext())
    mathml = tex2mathml(text, as_block=as_block)
    # XML has no names for characters of MathML.
    mathml = mathml.replace("&ApplyFunction;", "\N{FUNCTION APPLICATION}")
    tree = ElementTree.fromstring(mathml)
    for element in list(tree.iter(f"{{{MATHML}}}munderover")):
        letter, index, accent = element
        if accent.text not in (OVERLINE, BAR, HAT):  # a sum, with its limits
            continue
        for child in (letter, index, accent):
            element.remove(child)
        element.tag = f"{{{MATHML}}}msub"
        with_accent = ElementTree.SubElement(
            element, f"{{{MATHML}}}mover", accent="true"
        )
        with_accent.extend([letter, accent])
        element.append(index)
    for accent in tree.iter(f"{{{MATHML}}}mo"):
        if accent.text == OVERLINE:
            accent.text = MACRON
    return ElementTree.tostring(tree, encoding="unicode")


def visit_math(self: HTML5Translator, node: nodes.math) -> None:
    """Write a formula within a line."""
    self.body.append(to_mathml(node, as_block=False))
    raise nodes.SkipNode


def visit_math_block(self: HTML5Translator, node: nodes.math_block) -> None:
    """Write a displayed formula."""
    self.body.append(to_mathml(node, as_block=True))
    raise nodes.SkipNode


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the renderer."""
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
