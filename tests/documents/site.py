"""The documents' site: every link leads somewhere, every page has a title and is short, the search finds, and a real server has it at /docs.

    site.py BUILD
"""
import ast
import glob
import gzip
import html.parser
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, "tests/server")
from wire import Checks, Server  # noqa: E402

check = Checks()


class Page(html.parser.HTMLParser):
    """What a page links to, which anchors it has, its title and its words."""

    open_alone = {"meta", "link", "input", "br", "li", "img"}

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors, self.open, self.titles, self.headings, self.wrong = [], [], [], [], [], []
        self.feed(text)
        self.close()
        if self.open:
            self.wrong.append(f"never closed: {self.open}")

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag not in self.open_alone:
            self.open.append(tag)
        if "id" in given:
            self.anchors.append(given["id"])
        for name in ("href", "src"):
            if name in given:
                self.links.append(given[name])
        if any(name.startswith("on") or name == "style" for name in given):
            self.wrong.append(f"script or style in a tag: {tag}")

    def handle_endtag(self, tag):
        if tag in self.open_alone:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes nothing")

    def handle_data(self, data):
        if self.open and self.open[-1] == "title":
            self.titles.append(data)
        if "h1" in self.open:
            self.headings.append(data)


def read_site(folder):
    return {name: Page(open(os.path.join(folder, name), encoding="utf-8").read())
            for name in sorted(os.listdir(folder)) if name.endswith(".html")}


def check_pages(folder, pages):
    titles = {}
    for name, page in pages.items():
        check(not page.wrong, f"{name}: {page.wrong[:3]}")
        check(len(page.titles) == 1 and page.titles[0].endswith(" · Aude") and len(page.titles[0]) > 8, f"{name}: title {page.titles}")
        check("".join(page.headings).strip() != "", f"{name}: no heading")
        check(len(set(page.anchors)) == len(page.anchors), f"{name}: an anchor twice")
        titles.setdefault(page.titles[0], []).append(name)
        text = open(os.path.join(folder, name), encoding="utf-8").read()
        minutes = re.search(r'class="length">(\d+) minute', text)
        check(name == "index.html" or minutes and int(minutes.group(1)) <= 5, f"{name}: longer than five minutes")
        check(not re.search(r"<script(?! src=\"docs\.js\")", text), f"{name}: a script of its own")
        check("\0" not in text, f"{name}: a piece was lost")
    check(all(len(names) == 1 for names in titles.values()), f"one title for two pages: {[n for n in titles.values() if len(n) > 1]}")


def check_links(folder, pages):
    for name, page in pages.items():
        for link in page.links:
            if link.startswith(("http://", "https://", "data:")):
                continue
            file, _, anchor = link.partition("#")
            if link == "../":  # the game itself
                continue
            target = file or name
            if not check(os.path.exists(os.path.join(folder, target)), f"{name}: {link} leads nowhere"):
                continue
            if anchor:
                check(anchor in pages[target].anchors, f"{name}: {link}: no such place there")
    reached, waiting = set(), ["index.html"]
    while waiting:
        name = waiting.pop()
        if name in reached or name not in pages:
            continue
        reached.add(name)
        waiting += [link.partition("#")[0] for link in pages[name].links]
    check.equal(reached, set(pages), "pages that nobody can reach from the first one")


SEARCHES = """
global.document = { documentElement: { dataset: {} }, querySelector: () => null, getElementById: () => ({ addEventListener() {}, form: { addEventListener() {} } }) };
global.localStorage = { getItem: () => null };
global.matchMedia = () => ({ matches: false });
global.addEventListener = () => {};
const { search } = require(process.argv[1] + "/docs.js");
require(process.argv[1] + "/search.js");
const index = globalThis.searchIndex;
console.log(JSON.stringify(JSON.parse(process.argv[2]).map((question) => search(index, question).map((one) => one.href))));
"""


def check_reference(folder, pages):
    """Whatever the headers and the package offer has its place, and nothing that only a compiler or a tool reads is shown."""
    anchors = {anchor for page in pages.values() for anchor in page.anchors}
    tree = ast.parse(open("python/src/aude/__init__.pyi", encoding="utf-8").read())
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            check(node.name in anchors, f"the reference leaves out aude.{node.name}")
        if isinstance(node, ast.ClassDef) and node.name in ("Game", "Batch", "Spec", "Setup"):
            # Fields of a Spec and a Batch stand in the text of their class.
            wanted = {f"{node.name}.{one.name}" for one in node.body if isinstance(one, ast.FunctionDef) and one.name[0] != "_"
                      and (node.name == "Game" or not one.decorator_list)}
            check(wanted <= anchors, f"the reference leaves out {sorted(wanted - anchors)}")
    for name in ("SeatEnv", "raw_env", "AudeGame", "aude.env", "aude.raw_env", "aude.tile_svg", "aude_err_sentence"):
        check(name in anchors, f"the reference leaves out {name}")
    for path in sorted(glob.glob(os.path.join(folder, "c-*.html"))):
        text = open(path, encoding="utf-8").read()
        check("__attribute__" not in text and "clang-format" not in text, f"{os.path.basename(path)} shows what only a tool reads")


def check_search(folder):
    """What people may ask, and the page that must be among the first three."""
    asked = {"BASE-31": "base", "aude_game_play": "c-aude", "farmers": "", "bestmove": "bot-protocol", "afterstates": "python",
             "find_package": "library", "conformance": "conformance", "fair draws": "record", "monast": "", "zzzqqq": None, "": None}
    node = shutil.which("node")
    if not node:
        print("not run: the search needs node")
        return
    run = subprocess.run([node, "-e", SEARCHES, os.path.abspath(folder), json.dumps(list(asked))], capture_output=True, text=True)
    if not check(run.returncode == 0, "the search does not run: " + run.stderr[-400:]):
        return
    for (question, page), found in zip(asked.items(), json.loads(run.stdout)):
        if page is None:
            check.equal(found, [], f"search {question!r}")
        else:
            check(any(href.startswith(page) for href in found[:3]), f"search {question!r}: {found[:3]}")


# Types a word into the search of a page, and marks the page when something is found.
TYPES = """
const typed = document.getElementById("_query");
typed.value = "find_package";
typed.dispatchEvent(new Event("input"));
"""


def check_from_disk():
    """What `make docs` makes works from a disk: no address leads out of the folder, and a browser finds there."""
    with tempfile.TemporaryDirectory(prefix="aude-docs-") as tmp:
        folder = os.path.join(tmp, "docs")
        subprocess.run([sys.executable, "tools/docs/site.py", folder, "fonts"], check=True, capture_output=True)
        for name, page in read_site(folder).items():
            out = [link for link in page.links if link.startswith("..")]
            check(not out, f"{name}, from a disk: {out} leads out of the folder")
        with open(os.path.join(folder, "typed.js"), "w", encoding="utf-8") as file:
            file.write(TYPES)
        index = os.path.join(folder, "index.html")
        text = open(index, encoding="utf-8").read()
        with open(index, "w", encoding="utf-8") as file:
            file.write(text.replace("</head>", '<script src="typed.js" defer></script></head>'))
        browser = shutil.which("chromium")
        if not browser:
            print("not run: the search from a disk needs chromium")
            return
        run = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp}/profile", "--virtual-time-budget=10000",
                              "--dump-dom", "file://" + index], capture_output=True, text=True, timeout=300)
        found = run.stdout.partition('id="_found"')[2].partition("</section>")[0]
        check('href="library' in found, f"the search from a disk: {found[:200]!r} {run.stderr[-300:] if not run.stdout else ''}")


def check_served(build, folder):
    with Server(build) as server:
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)  # urllib would follow it
        line.request("GET", "/docs")
        answer = line.getresponse()
        if answer.status == 200 and b"built without its page" in answer.read():
            print("not run: this aude was built without the page: no /docs")
            return
        check.equal((answer.status, answer.headers["Location"]), (301, "docs/"), "/docs")
        line.close()
        status, headers, body = server.http("/docs/")
        check.equal((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"), "/docs/")
        check(b"<title>Documents" in body, "/docs/ is the first page")
        types = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".json": "application/json"}
        for name in sorted(os.listdir(folder)):
            kind = os.path.splitext(name)[1]
            if kind not in types:
                continue
            status, headers, body = server.http("/docs/" + name)
            check.equal((status, headers["Content-Type"]), (200, types[kind]), "/docs/" + name)
            check("script-src 'self'" in headers["Content-Security-Policy"] and headers["Cache-Control"] == "no-cache", name + ": headers")
            check.equal(int(headers["Content-Length"]), len(body), name + ": its length")
            packed = server.http("/docs/" + name, headers={"Accept-Encoding": "gzip"})
            if packed[1]["Content-Encoding"] == "gzip":
                check.equal(gzip.decompress(packed[2]), body, name + ": unpacked")
            check.equal(server.http("/docs/" + name, headers={"If-None-Match": headers["Etag"]})[0], 304, name + " again")
        for path in ("/docs/../server.key", "/docs/%2e%2e/%2e%2e/etc/passwd", "/docs/..%2f..%2fetc/passwd", "/docs//etc/passwd", "/docs/nothing",
                     "/docs/nothing.html", "/docs/docs/", "/docs/search.js/", "/docs/\\..\\x"):
            status, headers, body = server.http(path)
            check(status in (400, 404) and b"root:" not in body, f"{path}: {status}")


def check_contents():
    """Every document is a page, or somebody forgot it."""
    listed = open("docs/contents.txt", encoding="utf-8").read().split("\n")
    for path in sorted(glob.glob("docs/*.md") + glob.glob("docs/rules/*.md")):
        check(path in listed, f"{path} is not in docs/contents.txt")


def main():
    check_contents()
    with tempfile.TemporaryDirectory(prefix="aude-docs-") as tmp:
        folder = os.path.join(tmp, "docs")
        made = subprocess.run([sys.executable, "tools/docs/site.py", folder], capture_output=True, text=True)
        if not check(made.returncode == 0, "the site is not made: " + made.stderr):
            check.end()
            return
        check("longer than" not in made.stdout, made.stdout)
        pages = read_site(folder)
        check(len(pages) > 60, f"{len(pages)} pages")
        check_pages(folder, pages)
        check_links(folder, pages)
        check_reference(folder, pages)
        check_search(folder)
        check_from_disk()
        if os.path.exists(os.path.join(sys.argv[1], "aude")):
            check_served(sys.argv[1], folder)
    check.end()


main()
