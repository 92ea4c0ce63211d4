// The page: filters, panels, links into what is folded.

const panels = { curves: showCurves, pair: showPair, published: showPublished, speed: showSpeed };
let panel = "curves";

// show draws the chosen panel anew.
function show() {
  for (const name of Object.keys(panels)) {
    $("#" + name).hidden = name !== panel;
    $(`#panels [value=${name}]`).setAttribute("aria-pressed", name === panel);
  }
  return panels[panel]();
}

// offer fills the filters with what there is.
function offer() {
  const form = $("#filters").elements, tables = $$("table.results");
  const named = (key) => tables.flatMap((t) => {
    const where = JSON.parse(t.dataset.at) || {};
    const names = [where[key]];
    if (t.dataset.rows === key) names.push(...$$("tbody tr", t).map((r) => nameOf(r.cells[0])));
    if (t.dataset.columns === key) names.push(...$$("thead th", t).slice(1).map(nameOf));
    return names;
  });
  const inOrder = (values) => distinct(values).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const titles = Object.fromEntries(tables.map((t) => [t.dataset.metric, $("caption", t).textContent]));
  choices(form.paper, $$("section.paper").map((s) => [s.dataset.paper, $("h2", s).textContent]), "all papers");
  choices(form.dataset, inOrder(named("dataset")), "all data sets");
  choices(form.label, inOrder(named("label")), "all methods");
  choices(form.metric, Object.entries(titles), "all metrics");
  choices(form.inducing, inOrder(named("inducing")), "any M");
}

// reveal opens what the target of a link is folded into.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.matches("article.chapter")) $("details", target).open = true;
  for (let e = target.parentElement; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  target.scrollIntoView();
}

if (experiments.length > 0) {
  for (const e of $$("#explore, nav [href='#explore']")) e.hidden = false;
  makeSortable($("main"));
  offer();
  $("#filters").addEventListener("input", (e) => {
    filters[e.target.name] = e.target.value;
    filterPage();
    show();
  });
  $("#filters").addEventListener("reset", () => {
    Object.keys(filters).forEach((key) => (filters[key] = ""));
    filterPage();
    setTimeout(show);
  });
  $("#panels").addEventListener("click", (e) => {
    if (!e.target.value) return;
    panel = e.target.value;
    show();
  });
  for (const name of Object.keys(panels)) $("#" + name).addEventListener("input", show);
  let waiting;
  window.addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, 200);
  });
  window.addEventListener("hashchange", reveal);
  show();
  if (location.hash) reveal();
}
