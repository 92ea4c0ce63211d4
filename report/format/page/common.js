"use strict";

// What all parts of the page use: its experiments, choices.

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

// experiments are the parts of the page, each with what it is about.
const experiments = $$("article.chapter").map((article) => ({ article, about: JSON.parse(article.dataset.about) }));

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
