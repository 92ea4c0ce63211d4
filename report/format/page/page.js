// The page: filters, links into what is folded.

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
  $("#filters").hidden = experiments.length < 2;
  makeSortable($("main"));
  offer();
  $("#filters").addEventListener("input", (e) => {
    filters[e.target.name] = e.target.value;
    filterPage();
  });
  $("#filters").addEventListener("reset", () => {
    Object.keys(filters).forEach((key) => (filters[key] = ""));
    filterPage();
  });
  window.addEventListener("hashchange", reveal);
  if (location.hash) reveal();
}
