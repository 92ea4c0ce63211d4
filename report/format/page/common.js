"use strict";

// What all parts of the page use: the facts of experiments, elements, numbers.

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

// element makes an element with attributes and children; on... are listeners.
function element(name, attributes = {}, ...children) {
  return furnish(document.createElement(name), attributes, children);
}

// shape makes an element of a drawing.
function shape(name, attributes = {}, ...children) {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function furnish(e, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) e.setAttribute(key, value === true ? "" : value);
  }
  e.append(...children);
  return e;
}

// digits writes a number with some significant digits, as the reports do.
function digits(x, n = 3) {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  const size = Math.abs(x);
  if (size === 0) return "0";
  const text = size < 1e-4 || size >= 1e6 ? x.toExponential(n - 1) : x.toFixed(Math.max(0, n - 1 - Math.floor(Math.log10(size))));
  return text.replace("-", "−");
}

// experiments are the facts of each part of the page, with its article; what is to be
// explored of one is unpacked when it is asked for.
const experiments = $$("article.chapter").map((article) => {
  const facts = JSON.parse($("script.facts", article).textContent);
  facts.folder = article.id;
  facts.article = article;
  facts.short = $("h3", article).textContent;
  facts.metricOf = Object.fromEntries((facts.metrics || []).map((m) => [m.name, m]));
  let unpacked;
  facts.explore = () => (unpacked ||= unpack($("script.exploration", article).textContent));
  return facts;
});

// unpack reads JSON that gzip packed and base64 wrote.
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// distinct returns the values there are, in their order, without empty ones.
const distinct = (values) => [...new Set(values)].filter((v) => v !== undefined && v !== "");

// choices fills a selection with values, or pairs of value and text, and keeps what was
// chosen, if it is still there.
function choices(select, values, all) {
  const was = select.value;
  select.replaceChildren(...(all ? [new Option(all, "")] : []), ...values.map((v) => (Array.isArray(v) ? new Option(v[1], v[0]) : new Option(v, v))));
  if ([...select.options].some((o) => o.value === was)) select.value = was;
  select.closest("label").hidden = values.length < (all ? 1 : 2);
}

// chooseExperiment fills a selection with experiments, grouped by paper, and returns the chosen one.
function chooseExperiment(select, having) {
  const was = select.value, papers = distinct(having.map((f) => f.article.dataset.paper));
  select.replaceChildren(...papers.map((paper) => element("optgroup", { label: paper },
    ...having.filter((f) => f.article.dataset.paper === paper).map((f) => new Option(f.short + (f.profile === "paper" ? "" : `, profile ${f.profile}`), f.folder)))));
  const chosen = having.find((f) => f.folder === was) || having[0];
  if (chosen) select.value = chosen.folder;
  return chosen;
}

// setting names what a value is about, beside what the reader has chosen.
const setting = (place) => [place.dataset, place.inducing && "M = " + place.inducing, place.other, place.variant].filter(Boolean).join(", ");
