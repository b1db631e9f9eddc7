// docs.js -- the documents: the theme that the game's page remembers, and the search over search.js, made with the pages.
"use strict";

try {
  const theme = JSON.parse(localStorage.getItem("aude.settings") ?? "{}").theme;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // nothing is remembered, or may not be: the system's own
}

const side = document.querySelector(".side details");
if (side && matchMedia("(max-width: 56em)").matches) side.open = false;
const here = document.querySelector("header nav [aria-current]");
if (here) here.parentElement.scrollLeft = here.offsetLeft - 60;

/** The words of a question, cut as the index cuts them (tools/docs/site.py, tokens). */
function tokens(text) {
  return text.toLowerCase().match(/[a-z0-9_]{2,}(?:-[a-z]?\d+)?/g) ?? [];
}

/** How well each page suits: every word must be on it, the last one may be the beginning of one. Page number to weight. */
function weigh(index, asked) {
  let weights = null;
  for (const [i, word] of asked.entries()) {
    const here = new Map();
    for (const [known, places] of Object.entries(index.words)) {
      if (known !== word && !(i === asked.length - 1 && known.startsWith(word))) continue;
      const rare = Math.log(1 + (2 * index.pages.length) / places.length) * (known === word ? 2 : 1);
      for (let k = 0; k < places.length; k += 2) here.set(places[k], (here.get(places[k]) ?? 0) + rare * Math.log(1 + places[k + 1]));
    }
    for (const [page] of here) {
      if (tokens(index.pages[page][1]).some((known) => known.startsWith(word))) here.set(page, here.get(page) + 20);
      if (weights) here.set(page, here.get(page) + (weights.get(page) ?? 0));
      if (weights && !weights.has(page)) here.delete(page);
    }
    weights = here;
  }
  return weights ?? new Map();
}

/** The heading of a page that has most of the words, or none. */
function heading(index, page, asked) {
  let best = null;
  for (const [at, anchor, title] of index.heads) {
    if (at !== page) continue;
    const words = tokens(title);
    const score = asked.filter((word) => words.some((known) => known.startsWith(word))).length - words.length / 100;
    if (score > 0 && (!best || score > best.score)) best = { score, anchor, title };
  }
  return best;
}

/** [{ href, title, section }], the best first. */
function search(index, question) {
  const asked = tokens(question);
  const found = [];
  for (const [page, weight] of weigh(index, asked)) {
    const [name, title, section] = index.pages[page], part = heading(index, page, asked);
    found.push({ href: `${name}.html${part ? `#${part.anchor}` : ""}`, title, part: part?.title, section, weight: weight + (part ? 10 * part.score : 0) });
  }
  return found.sort((a, b) => b.weight - a.weight).slice(0, 12);
}

if (typeof module === "object") module.exports = { search }; // for the tests

const box = document.getElementById("_query"), shown = document.getElementById("_found");
let index = null; // asked for when somebody begins to search

/** A script and not a file of data: a page that was opened from a disk may fetch nothing. It sets searchIndex. */
function fetchIndex() {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "search.js";
    script.onload = () => resolve(globalThis.searchIndex);
    script.onerror = reject;
    document.head.append(script);
  });
}

function show(question, found) {
  shown.hidden = tokens(question).length === 0;
  shown.textContent = "";
  if (!found.length) {
    shown.textContent = `Nothing is found for “${question}”.`;
    return;
  }
  const list = shown.appendChild(document.createElement("ol"));
  for (const { href, title, part, section } of found) {
    const link = list.appendChild(document.createElement("li")).appendChild(document.createElement("a"));
    link.href = href;
    link.textContent = part && part !== title ? `${title} – ${part}` : title;
    link.appendChild(document.createElement("br"));
    link.appendChild(document.createElement("small")).textContent = section;
  }
}

async function look() {
  const question = box.value;
  try {
    index ??= fetchIndex();
    const known = await index;
    if (question === box.value) show(question, search(known, question));
  } catch {
    index = null;
    shown.hidden = false;
    shown.textContent = "The index of the search could not be read.";
  }
}

box.addEventListener("input", look);
box.form.addEventListener("submit", (event) => {
  event.preventDefault();
  shown.querySelector("a")?.click();
});
addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== box && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    box.focus();
  } else if (event.key === "Escape" && document.activeElement === box) {
    box.value = "";
    shown.hidden = true;
  }
});
