"""reference.py -- what the headers and the Python package say of themselves, as blocks of a page.

A header is read as scripts/man reads it: the comment at its head, sections `/* -- Name --- */`, and in them a comment with the
declarations below it. Of Python the docstrings are read, with the names and arguments that they belong to; what is written in C
has its docstring in python/ext and its arguments in the stubs.
"""

import ast
import glob
import html
import os
import re
import textwrap

from markdown import Block, count, inline, slug


TABLE_MAX = 60  # lines of code in one piece, so that a long table can go on upon the next page


def pre(text):
    return Block(f'<pre tabindex="0"><code>{html.escape(text, quote=False)}</code></pre>', count(text))


def prose(text, link):
    """The words of a comment: paragraphs, and what is indented as it stands."""
    blocks = []
    for part in re.split(r"\n\s*\n", text):
        if not part.strip():
            continue
        if all(line.startswith("    ") for line in part.split("\n") if line):
            blocks.append(pre(textwrap.dedent(part)))
        else:
            words = " ".join(part.split())
            blocks.append(Block(f"<p>{inline(words, link)}</p>", count(words)))
    return blocks


def heading(level, title, anchor=None, code=False):
    anchor = anchor or slug(title)
    words = html.escape(title, quote=False)
    words = f"<code>{words}</code>" if code else words
    return Block(f'<h{level} id="{anchor}">{words}</h{level}>', count(title), level, title, anchor)


# -- C -----------------------------------------------------------------------------------------------------------------------


def uncomment(text):
    """The words between the signs of a comment."""
    lines = text.strip()[2:-2].split("\n")
    return "\n".join(re.sub(r"^ ?\* ?", "", line) if i else line.lstrip() for i, line in enumerate(lines)).rstrip()


def strip_guards(text):
    """Without what only a compiler reads."""
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.S)
    kept = []
    for line in text.split("\n"):
        if re.match(r"#(ifndef|endif|include|if|else|undef|ifdef)\b", line) or re.match(r"#define \w+_H$", line):
            continue
        if re.match(r"#define AUDE_(API|PACKED|SELDOM)\b|/\* clang-format o", line):
            continue
        kept.append(line.replace("AUDE_API ", ""))
    return "\n".join(kept)


def declared(code):
    """The names that a piece of code declares, for anchors and for the search."""
    names = re.findall(r"\b((?:aude|ai|art)_\w+)\s*\(", code)
    names += re.findall(r"^(?:struct|enum) ((?:aude|ai|art)_\w+) \{", code, re.M)
    return [name for name in dict.fromkeys(names)]


def header(path, name, link):
    """A header as blocks, the first one its title."""
    text = strip_guards(open(path, encoding="utf-8").read()).strip()
    end = text.index("*/") + 2
    intro = re.sub(r"^\w+\.h -- ", "", uncomment(text[:end]))
    blocks = [heading(1, f"#include <{name}>", code=True)] + prose(intro[:1].upper() + intro[1:], link)
    seen = set()
    for chunk in re.split(r"\n\s*\n", text[end:].strip()):
        section = re.match(r"/\* -- (.*?) -+ \*/\s*", chunk)
        if section:
            blocks.append(heading(2, section.group(1)))
            chunk = chunk[section.end():]
        chunk = chunk.strip()
        if not chunk:
            continue
        comment = re.match(r"/\*(.*?)\*/\n", chunk, re.S)
        if comment and chunk[comment.end():].strip():
            blocks += prose(uncomment(chunk[:comment.end()]), link)
            chunk = chunk[comment.end():]
        elif re.fullmatch(r"/\*.*?\*/", chunk, re.S):
            blocks += prose(uncomment(chunk), link)
            continue
        lines = chunk.split("\n")
        block = pre("\n".join(lines[:TABLE_MAX]))
        names = [one for one in declared(chunk) if one not in seen]
        seen.update(names)
        marks = "".join(f'<a id="{one}"></a>' for one in names)
        block.html, block.anchor, block.names = marks + block.html, names[0] if names else "", names
        blocks.append(block)
        blocks += [pre("\n".join(lines[at:at + TABLE_MAX])) for at in range(TABLE_MAX, len(lines), TABLE_MAX)]
    return blocks


# -- Python ------------------------------------------------------------------------------------------------------------------


def signature(node, inside):
    arguments = ast.unparse(node.args)
    if inside:
        arguments = re.sub(r"^(self|cls)(, )?", "", arguments)
    return f"{node.name}({arguments})"


def documented(node, link):
    text = ast.get_docstring(node)
    return prose(text, link) if text else []


def function(node, link, owner="", module="aude"):
    properties = [one for one in node.decorator_list if isinstance(one, ast.Name) and one.id == "property"]
    name = f"{owner}.{node.name}" if owner else f"{module}.{node.name}"
    title = name if properties else name[:-len(node.name)] + signature(node, bool(owner))
    return [heading(3, title, anchor=name, code=True)] + documented(node, link)


def public(node):
    return not node.name.startswith("_") and ast.get_docstring(node)


def native(path):
    """{name: docstring} of what is written in C beside a module of the package: methods, exceptions, Action."""
    words = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
    found = {}
    for source in sorted(glob.glob(os.path.join(os.path.dirname(path), "..", "..", "ext", "*.c"))):
        text = open(source, encoding="utf-8").read()
        pairs = re.findall(r'\{"([a-z]\w*)",\s*\w+,\s*METH_\w+,\s*' + words + r"\}", text)
        pairs += re.findall(r'PyErr_NewExceptionWithDoc\(\s*"aude\.(\w+)",\s*' + words + ",", text)
        pairs += [("Action", doc) for doc in re.findall(r"\{Py_tp_doc,\s*" + words + r"\}", text)]
        found.update((name, "".join(ast.literal_eval(f"({doc})"))) for name, doc in pairs)
    return found


def stubs(path):
    """{class: {method: its node}} of the package's stubs."""
    tree = ast.parse(open(os.path.join(os.path.dirname(path), "__init__.pyi"), encoding="utf-8").read())
    return {node.name: {one.name: one for one in node.body if isinstance(one, ast.FunctionDef)}
            for node in tree.body if isinstance(node, ast.ClassDef)}


def native_methods(path, owner, link):
    """The methods of a class that are written in C."""
    words, blocks = native(path), []
    for name, node in stubs(path).get(owner, {}).items():
        if name in words:
            title = f"{owner}.{signature(node, True)}"
            blocks += [heading(3, title, anchor=f"{owner}.{name}", code=True)] + prose(words[name], link)
    return blocks


def named_tuple(node, link):
    """`Name.__doc__ = ...`, as tuples with names are documented."""
    name = node.targets[0].value.id
    return [heading(2, f"aude.{name}", anchor=name, code=True)] + prose(ast.literal_eval(node.value), link)


def is_tuple_doc(node):
    return (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute)
            and node.targets[0].attr == "__doc__")


def python(path, title, link):
    """The public classes and functions of a module."""
    tree = ast.parse(open(path, encoding="utf-8").read())
    blocks = [heading(1, title)] + documented(tree, link)
    file = os.path.basename(path)[:-len(".py")]
    module = "aude" if file.startswith("_") else f"aude.{file}"
    for node in tree.body:
        if is_tuple_doc(node):
            blocks += named_tuple(node, link)
        elif isinstance(node, ast.ClassDef) and public(node):
            blocks += [heading(2, f"{module}.{node.name}", anchor=node.name, code=True)] + documented(node, link)
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and public(inner):
                    blocks += function(inner, link, node.name)
            if node.name == "Game":
                blocks += native_methods(path, "Game", link)
        elif isinstance(node, ast.FunctionDef) and public(node):
            blocks += function(node, link, module=module)
    if file == "_game":
        for name in ("Action", "Error", "IllegalAction"):
            blocks += [heading(2, f"aude.{name}", anchor=name, code=True)] + prose(native(path)[name], link)
    return blocks
