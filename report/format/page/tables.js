// Tables: sorted by a column, and left of them what the filters leave.

// sortTable sorts the rows of a table by a column: numbers by size, words by letters, what
// has no value last. The same column again turns the order.
function sortTable(head) {
  const table = head.closest("table");
  const down = head.getAttribute("aria-sort") === "ascending";
  $$("thead th", table).forEach((th) => th.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const rows = $$("tbody tr", table).map((row) => [sortKey(row.children[head.cellIndex]), row]);
  rows.sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);
    const order = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
    return down ? -order : order;
  });
  $("tbody", table).append(...rows.map(([, row]) => row));
}

// sortKey is the number a cell begins with, or else its text; in a table of results, where words
// stand for a number that there is not, a text is null.
function sortKey(cell) {
  if (!cell) return null;
  const text = cell.dataset.value ?? cell.textContent.trim();
  if (text === "" || text === "–") return null;
  const number = parseFloat(text.replace(/^[<>≤≥]\s*/, ""));
  if (!Number.isNaN(number)) return number;
  return cell.matches(".results td") ? null : text;
}

// makeSortable lets the heads of tables be clicked, and reached and pressed by keys.
function makeSortable(within) {
  for (const th of $$("thead th", within)) {
    th.tabIndex = 0;
    th.title = "sort by this column";
  }
}

document.addEventListener("click", (e) => {
  const head = e.target.closest?.("thead th");
  if (head) sortTable(head);
});
document.addEventListener("keydown", (e) => {
  const head = e.target.closest?.("thead th");
  if (head && (e.key === "Enter" || e.key === " ")) {
    e.preventDefault();
    sortTable(head);
  }
});

// filters is what the reader wants to see; what is empty is not filtered.
const filters = { paper: "", dataset: "", label: "", metric: "", inducing: "" };

// allows says whether a coordinate passes the filters. One that names nothing does.
const allows = (key, value) => !filters[key] || !value || value === filters[key];

// filterPage hides what the filters leave out: of the front other papers, of the reports rows,
// columns, tables and whole chapters.
function filterPage() {
  for (const e of $$("[data-paper]")) e.hidden = !allows("paper", e.dataset.paper);
  for (const facts of experiments) facts.article.hidden ||= !filterChapter(facts);
  for (const part of $$("#claims, section.paper")) part.hidden = $$("[data-paper]", part).every((e) => e.hidden);
  $("#nothing").hidden = $$("section.paper").some((e) => !e.hidden);
}

// filterChapter filters the tables of a chapter and says whether anything is left of it.
function filterChapter(facts) {
  const tables = $$("table.results", facts.article);
  tables.forEach(filterTable);
  $$("h4", facts.article).forEach(hideEmptySection);
  if (!tellsOf(facts)) return false;
  return tables.length > 0 ? tables.some((t) => !t.parentElement.hidden) : !filters.metric;
}

// tellsOf says whether a chapter matches the filters. Its tables alone do not say
// it: what is the same in all of a chapter they do not name, and some chapters have figures alone.
function tellsOf(facts) {
  return Object.entries(facts.about).every(([key, values]) => !filters[key] || !values || values.includes(filters[key]));
}

// nameOf is the coordinate that a head of a row or column names.
const nameOf = (head) => head.textContent.trim();

function filterTable(table) {
  const { metric, rows, columns, at } = table.dataset;
  const where = JSON.parse(at) || {};
  let left = 0;
  for (const row of $$("tbody tr", table)) {
    row.hidden = !allows(rows, nameOf(row.cells[0]));
    left += !row.hidden;
  }
  $$("thead th", table).forEach((th, i) => {
    const hidden = i > 0 && !allows(columns, nameOf(th));
    for (const row of table.rows) row.cells[i].hidden = hidden;
  });
  const shown = $$("thead th", table).slice(1).some((th) => !th.hidden);
  table.parentElement.hidden = !left || !shown || !allows("metric", metric) || !Object.entries(where).every(([key, value]) => allows(key, value));
}

// hideEmptySection hides a heading whose tables are all hidden.
function hideEmptySection(head) {
  const tables = [];
  for (let e = head.nextElementSibling; e && e.tagName !== "H4"; e = e.nextElementSibling) {
    if ($("table.results", e)) tables.push(e);
  }
  head.hidden = tables.length > 0 && tables.every((t) => t.hidden);
}
