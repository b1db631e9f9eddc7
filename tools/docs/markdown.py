"""markdown.py -- our documents as HTML: the part of Markdown that they use, and nothing else.

Headings, paragraphs, lists, tables, fenced code, quotes, pictures; in a line code, bold, italics and links. What is none of
these stands as it is, so that nothing is lost. Rules (`### BASE-1 Players`, `**TOW-4** text`) get an anchor by their id.
"""

import html
import re

RULE = r"[A-Z]{2,5}\d?-[A-Z]?\d+"


class Block:
    """A piece that is not torn apart: its HTML, its words, and of a heading its level, text and anchor."""

    def __init__(self, text, words, level=0, title="", anchor=""):
        self.html, self.words, self.level, self.title, self.anchor = text, words, level, title, anchor


def slug(text):
    """As programs that show Markdown name the anchor of a heading."""
    return re.sub(r"[^\w -]", "", text.lower()).strip().replace(" ", "-")


def plain(text):
    """A line without its marks."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\*\*|[`*]", "", text)


def inline(text, link):
    """One line of text. link(target, label) gives an address, or None where there is nothing to go to."""
    kept = []

    def keep(piece):
        kept.append(piece)
        return f"\0{len(kept) - 1}\0"

    def code(match):
        words = match.group(1)
        target = link(words, True)
        piece = f"<code>{html.escape(words)}</code>"
        return keep(f'<a href="{target}">{piece}</a>' if target else piece)

    def anchor(match):
        target = link(match.group(2), False)
        label = inline(match.group(1), lambda *_: None)
        return keep(f'<a href="{html.escape(target)}">{label}</a>' if target else label)

    def rule(match):
        target = link(match.group(0), True)
        return keep(f'<a href="{target}">{match.group(0)}</a>') if target else match.group(0)

    text = re.sub(r"`([^`]+)`", code, text)
    text = re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", anchor, text)
    text = html.escape(text, quote=False)
    text = re.sub(rf"\b{RULE}\b|\b(?:aude|ai|art)_\w+\(\)", rule, text)
    text = re.sub(r"\*\*(\S(?:.*?\S)?)\*\*", r"<strong>\1</strong>", text)
    text = re.sub(r"(?<![\w*])\*(\S(?:[^*]*?\S)?)\*(?![\w*])", r"<em>\1</em>", text)
    while "\0" in text:
        text = re.sub("\0(\\d+)\0", lambda match: kept[int(match.group(1))], text)
    return text


def count(text):
    return len(text.split())


class Reader:
    """A document, block by block."""

    def __init__(self, text, link):
        self.lines, self.link, self.at, self.blocks, self.anchors = text.split("\n"), link, 0, [], set()

    def read(self):
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.strip():
                self.at += 1
            elif line.startswith("```"):
                self.fence()
            elif re.match(r"#{1,6} ", line):
                self.heading(line)
            elif line.startswith("|"):
                self.table()
            elif re.match(r"([-*]|\d+\.) ", line):
                self.items()
            elif line.startswith(">"):
                self.quote()
            elif re.match(r"!\[[^\]]*\]\([^)]*\)$", line.strip()):
                self.at += 1  # pictures are for the pages of the source; the site has none
            else:
                self.paragraph()
        return self.blocks

    def add(self, text, words, **heading):
        self.blocks.append(Block(text, words, **heading))

    def fence(self):
        self.at += 1
        start = self.at
        while self.at < len(self.lines) and not self.lines[self.at].startswith("```"):
            self.at += 1
        text = "\n".join(self.lines[start:self.at])
        self.at += 1
        self.add(f'<pre tabindex="0"><code>{html.escape(text, quote=False)}</code></pre>', count(text))

    def heading(self, line):
        self.at += 1
        level = len(line) - len(line.lstrip("#"))
        title = line[level:].strip()
        rule = re.match(rf"{RULE}\b", title)
        name = unused = rule.group(0) if rule else slug(plain(title)) or "part"
        number = 1
        while unused in self.anchors:
            number += 1
            unused = f"{name}-{number}"
        self.anchors.add(unused)
        words = inline(title, lambda *_: None)
        self.add(f'<h{level} id="{unused}">{words}</h{level}>', count(title), level=level, title=plain(title), anchor=unused)

    def table(self):
        rows = []
        while self.at < len(self.lines) and self.lines[self.at].startswith("|"):
            cells = re.split(r"(?<!\\)\|", self.lines[self.at].strip().strip("|"))
            rows.append([cell.strip().replace("\\|", "|") for cell in cells])
            self.at += 1
        ruled = len(rows) > 1 and all(re.fullmatch(r":?-+:?", cell) for cell in rows[1])
        head, body = (rows[0], rows[2:]) if ruled else ([], rows)
        parts = ["<div class=\"wide\" tabindex=\"0\"><table>"]
        if any(head):
            parts.append("<thead><tr>" + "".join(f"<th>{inline(cell, self.link)}</th>" if cell else "<td></td>" for cell in head) + "</tr></thead>")
        parts.append("<tbody>")
        for row in body:
            parts.append("<tr>" + "".join(f"<td>{inline(cell, self.link)}</td>" for cell in row) + "</tr>")
        parts.append("</tbody></table></div>")
        self.add("\n".join(parts), sum(count(cell) for row in rows for cell in row))

    def gather(self, first, more):
        """The lines of a block: the first, and those after it that go on with it."""
        lines = [first]
        self.at += 1
        while self.at < len(self.lines) and self.lines[self.at].strip() and more(self.lines[self.at]):
            lines.append(self.lines[self.at].strip())
            self.at += 1
        return " ".join(lines)

    @staticmethod
    def goes_on(line):
        return not re.match(r"(```|#{1,6} |\||[-*] |\d+\. |>)", line)

    def items(self):
        ordered, parts, words, depth = self.lines[self.at][0].isdigit(), [], 0, 0
        while self.at < len(self.lines):
            match = re.match(r"( *)([-*]|\d+\.) (.*)", self.lines[self.at])
            if not match:
                break
            inner = 1 if len(match.group(1)) >= 2 else 0
            text = self.gather(match.group(3), lambda line: not re.match(r" *([-*]|\d+\.) ", line) and self.goes_on(line))
            words += count(text)
            if inner > depth:
                parts.append("<ul>")
            elif inner < depth:
                parts.append("</ul>")
            depth = inner
            parts.append(f"<li>{inline(text, self.link)}")
        parts += ["</ul>"] * depth
        name = "ol" if ordered else "ul"
        self.add(f"<{name}>\n" + "\n".join(parts) + f"\n</{name}>", words)

    def quote(self):
        lines = []
        while self.at < len(self.lines) and self.lines[self.at].startswith(">"):
            lines.append(self.lines[self.at].lstrip(">").strip())
            self.at += 1
        text = " ".join(lines)
        self.add(f"<blockquote><p>{inline(text, self.link)}</p></blockquote>", count(text))

    def paragraph(self):
        text = self.gather(self.lines[self.at].strip(), self.goes_on)
        rule = re.match(rf"\*\*({RULE})\*\*", text)
        name = f' id="{rule.group(1)}"' if rule and rule.group(1) not in self.anchors else ""
        if name:
            self.anchors.add(rule.group(1))
        self.add(f"<p{name}>{inline(text, self.link)}</p>", count(text), anchor=rule.group(1) if name else "")


def read(text, link):
    return Reader(text, link).read()
