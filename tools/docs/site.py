"""site.py OUT [FONTS] -- the documents as a static site: what `make docs` runs (with FONTS: a folder of its own), and scripts/web for /docs
of `aude serve`.

    docs/contents.txt      which sources, in which order
    markdown.py            Markdown to blocks of HTML
    reference.py           headers and docstrings to blocks
    docs.css, docs.js      looks; light and dark; the search

Nobody should read one page for longer than five minutes: a source with more words than that is parted at its headings. Addresses are
relative, so the folder works from any place, from a disk too. Python's standard library is enough.
"""

import html
import json
import os
import re
import shutil
import sys

import markdown
import reference

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
WORDS_A_MINUTE, MINUTES = 220, 5
MOST = WORDS_A_MINUTE * MINUTES
CODE = (".py", ".c")


class Page:
    """One file of the site. `path` is the source it comes from."""

    def __init__(self, name, title, section, path, blocks):
        self.name, self.title, self.section, self.path, self.blocks = name, title, section, path, blocks

    @property
    def words(self):
        return sum(block.words for block in self.blocks)

    @property
    def minutes(self):
        return max(1, -(-self.words // WORDS_A_MINUTE))


# -- What there is -------------------------------------------------------------------------------------------------------------


def contents():
    """[(section, what for, [(source, name)])]"""
    sections = []
    for line in open(os.path.join(ROOT, "docs", "contents.txt"), encoding="utf-8"):
        line = line.strip()
        if line.startswith("= "):
            name, what = line[2:].split(": ", 1)
            sections.append((name, what, []))
        elif line and not line.startswith("#"):
            path, _, name = line.partition(" ")
            sections[-1][2].append((path, name))
    return sections


def stem(path):
    """ "docs/rules/base.md" is base, but README.md of a folder has the folder's name."""
    name = os.path.splitext(os.path.basename(path))[0].lower()
    if name == "readme":
        name = os.path.basename(os.path.dirname(path)) + "-about"
    kind = os.path.splitext(path)[1]
    folder = os.path.basename(os.path.dirname(path))
    if kind == ".h":
        return "c-" + name.replace("_", "-")
    if kind in CODE:
        return f"python-{name.strip('_')}" if folder == "aude" else f"example-{name}-{kind[1:]}"
    return name


def read(path, name, link):
    full = os.path.join(ROOT, path)
    if path.endswith(".h"):
        return reference.header(full, name, link)
    if path.endswith(CODE) and name:
        return reference.python(full, name, link)
    text = open(full, encoding="utf-8").read()
    if path.endswith(CODE):
        return [reference.heading(1, f"An example: {os.path.basename(path)}"), reference.pre(text)]
    return markdown.read(text, link)


# -- Five minutes a page -------------------------------------------------------------------------------------------------------


def parts_at(blocks, level):
    """Cut before every heading of that level."""
    parts = [[]]
    for block in blocks:
        if block.level == level and parts[-1]:
            parts.append([])
        parts[-1].append(block)
    return parts


def words(blocks):
    return sum(block.words for block in blocks)


def pieces(blocks, level=2):
    """Pieces of at most MOST words where that can be: sections, then their sections, then single blocks."""
    if words(blocks) <= MOST:
        return [blocks]
    if level > 3:
        return [[block] for block in blocks]
    return [piece for part in parts_at(blocks, level) for piece in (pieces(part, level + 1))]


def pack(blocks):
    """Pieces together, as long as the page is not too long. A heading never stays behind alone."""
    pages = []
    for piece in pieces(blocks):
        alone = pages and all(block.level for block in pages[-1])
        if pages and (alone or words(pages[-1]) + words(piece) <= MOST):
            pages[-1] = pages[-1] + piece
        else:
            pages.append(list(piece))
    return pages


def pages_of(path, section, blocks):
    title, name = blocks[0].title, stem(path)
    packed, pages, last, titles = pack(blocks), [], "", {}
    for i, part in enumerate(packed):
        headings = [block for block in part if block.level > 1]
        if i == 0:
            pages.append(Page(name, title, section, path, part))
        else:
            first = part[0].title if part[0].level else f"{last}, continued".lstrip(", ")
            titles[first] = titles.get(first, 0) + 1
            again = f" ({titles[first]})" if titles[first] > 1 else ""
            pages.append(Page(f"{name}-{i + 1}", f"{title}: {first}{again}", section, path, part))
        last = headings[-1].title if headings else last
    return pages


# -- Links ---------------------------------------------------------------------------------------------------------------------


class Links:
    """Where a target of the sources lies on the site. The sources are read twice: first for the anchors."""

    def __init__(self):
        self.files, self.anchors, self.rules = {}, {}, {}
        self.path = ""
        self.broken = []

    def learn(self, pages):
        for page in pages:
            self.files.setdefault(page.path, page.name)
            for block in page.blocks:
                for anchor in [block.anchor] + getattr(block, "names", []):
                    if not anchor:
                        continue
                    self.anchors[page.path, anchor] = f"{page.name}.html#{anchor}"
                    if re.fullmatch(markdown.RULE, anchor) or page.path.endswith(".h"):
                        self.rules.setdefault(anchor, f"{page.name}.html#{anchor}")

    def __call__(self, target, in_text):
        if in_text:
            return self.mentioned(target)
        if re.match(r"https?://", target):
            return target
        file, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(self.path), file)) if file else self.path
        if os.path.isdir(os.path.join(ROOT, path)):
            path = os.path.join(path, "README.md")
        if anchor:
            if (path, anchor) not in self.anchors and path in self.files:
                self.broken.append(f"{self.path}: {target}")
            return self.anchors.get((path, anchor))
        if not os.path.exists(os.path.join(ROOT, path)):
            self.broken.append(f"{self.path}: {target}")
        return self.files[path] + ".html" if path in self.files else None

    def mentioned(self, words):
        """A rule, a call of the library or a document that the text names."""
        if words in self.rules:
            return self.rules[words]
        name = words.rstrip("()")
        if name in self.rules:
            return self.rules[name]
        for path in (words, os.path.join(os.path.dirname(self.path), words)):
            if path in self.files and path != self.path:
                return self.files[path] + ".html"
        return None


def read_all(links):
    """[(section, what for, [pages])]"""
    sections = []
    for section, what, sources in contents():
        pages = []
        for path, name in sources:
            links.path = path
            pages += pages_of(path, section, read(path, name, links))
        sections.append((section, what, pages))
    return sections


# -- Pages ---------------------------------------------------------------------------------------------------------------------

SHELL = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · Aude</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs.css">
<script src="docs.js" defer></script>
</head>
<body>
<a class="skip" href="#_text">To the text</a>
<header><a class="name" href="index.html">Aude</a>
<form role="search"><label for="_query">Search the documents</label><input id="_query" type="search" autocomplete="off" placeholder="Search"></form>
<nav aria-label="Sections">{sections}</nav></header>
<section id="_found" aria-live="polite" hidden></section>
<div class="sheet">
{inside}
</div>
<footer>Aude {version}. MIT licence. Carcassonne is a trademark of others; all words here are our own.</footer>
</body>
</html>
"""


def version():
    text = open(os.path.join(ROOT, "include", "aude_api.h"), encoding="utf-8").read()
    return ".".join(re.findall(r"#define AUDE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text))


def section_nav(sections, current):
    here = ' aria-current="true"'
    return " ".join(f'<a href="{pages[0].name}.html"{here if name == current else ""}>{html.escape(name)}</a>'
                    for name, _, pages in sections)


def side_nav(pages, current):
    items = []
    for page in pages:
        here = ' aria-current="page"' if page is current else ""
        deeper = ' class="deeper"' if page.name != stem(page.path) else ""
        title = page.title.split(": ", 1)[1] if deeper and ": " in page.title else page.title
        items.append(f'<li{deeper}><a href="{page.name}.html"{here}>{html.escape(title)}</a>')
    return f'<nav class="side" aria-label="In this part"><details open><summary>In this part</summary><ol>{"".join(items)}</ol></details></nav>'


def turn_over(pages, i):
    links = []
    if i:
        links.append(f'<a rel="prev" href="{pages[i - 1].name}.html">&larr; {html.escape(pages[i - 1].title)}</a>')
    if i + 1 < len(pages):
        links.append(f'<a rel="next" href="{pages[i + 1].name}.html">{html.escape(pages[i + 1].title)} &rarr;</a>')
    return f'<nav class="turn" aria-label="Pages">{"".join(links)}</nav>'


def page_html(sections, section, page, every, i):
    blocks = list(page.blocks)
    top = blocks.pop(0).html if blocks and blocks[0].level == 1 else f"<h1>{html.escape(page.title)}</h1>"
    minutes = f"{page.minutes} minute{'s' if page.minutes > 1 else ''} to read"
    body = "\n".join(block.html for block in blocks)
    inside = (f'{side_nav(section[2], page)}\n<main id="_text">{top}\n<p class="length">{minutes}</p>\n{body}\n'
              f"{turn_over(every, i)}</main>")
    return SHELL.format(title=html.escape(page.title), sections=section_nav(sections, section[0]), inside=inside,
                        version=version())


def index_html(sections, served):
    game = '<a href="../">The game itself</a> is one step up.' if served else "<code>aude serve</code> has them at /docs, beside the game."
    parts = ['<main id="_text" class="front"><h1>Documents</h1>'
             f"<p>Every page takes five minutes at most. {game}</p>"]
    for name, what, pages in sections:
        firsts = [page for page in pages if page.name == stem(page.path)]
        items = "".join(f'<li><a href="{page.name}.html">{html.escape(page.title)}</a>' for page in firsts)
        parts.append(f"<h2>{html.escape(name)}</h2><p>{html.escape(what[:1].upper() + what[1:])}.</p><ul>{items}</ul>")
    parts.append("</main>")
    return SHELL.format(title="Documents", sections=section_nav(sections, None), inside="\n".join(parts), version=version())


# -- The search ----------------------------------------------------------------------------------------------------------------


def tokens(text):
    return re.findall(r"[a-z0-9_]{2,}(?:-[a-z]?\d+)?", text.lower())


def search_index(every):
    """{"pages": [[name, title, section]], "words": {word: [page, count, ...]}, "heads": [[page, anchor, title]]}"""
    found, heads = {}, []
    for i, page in enumerate(every):
        text = html.unescape(re.sub(r"<[^>]+>", " ", " ".join(block.html for block in page.blocks)))
        for word in tokens(text + " " + page.title):
            found.setdefault(word, {}).setdefault(i, 0)
            found[word][i] += 1
        for block in page.blocks:
            if block.level > 1:
                heads.append([i, block.anchor, block.title])
            heads += [[i, name, name] for name in getattr(block, "names", [])]
    return {"pages": [[page.name, page.title, page.section] for page in every],
            "words": {word: [n for pair in sorted(where.items()) for n in pair] for word, where in sorted(found.items())},
            "heads": heads}


# -- All of it -----------------------------------------------------------------------------------------------------------------


def save(out, name, text):
    with open(os.path.join(out, name), "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def fonts(out, folder):
    """Where the page's type is at hand the documents use it; else the reader's own."""
    css = open(os.path.join(HERE, "docs.css"), encoding="utf-8").read()
    save(out, "docs.css", css.replace("@FONTS@", folder))


def write(out, font_folder, served):
    links = Links()
    for _, _, pages in read_all(links):
        links.learn(pages)
    links.broken = []
    sections = read_all(links)
    if links.broken:
        sys.exit("docs: these lead nowhere:\n" + "\n".join(sorted(set(links.broken))))
    every = [page for _, _, pages in sections for page in pages]
    names = [page.name for page in every]
    if len(set(names)) != len(names):
        sys.exit("docs: two pages have one name: " + ", ".join(sorted({name for name in names if names.count(name) > 1})))
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    for section in sections:
        for page in section[2]:
            save(out, page.name + ".html", page_html(sections, section, page, every, every.index(page)))
    save(out, "index.html", index_html(sections, served))
    index = json.dumps(search_index(every), ensure_ascii=False, separators=(",", ":"))
    save(out, "search.js", f"globalThis.searchIndex = {index};\n")
    fonts(out, font_folder)
    shutil.copyfile(os.path.join(HERE, "docs.js"), os.path.join(out, "docs.js"))
    too_long = [f"{page.name} ({page.minutes})" for page in every if page.minutes > MINUTES]
    print(f"docs: {len(every)} pages in {out}" + (f"; longer than {MINUTES} minutes: {', '.join(too_long)}" if too_long else ""))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: site.py OUT [FOLDER OF FONTS]")
    served = len(sys.argv) == 2  # beside the game's page, whose type it shares; else a folder of its own
    write(sys.argv[1], "../fonts" if served else sys.argv[2], served)
