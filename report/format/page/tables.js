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

// filterTables hides what the filters leave out of the reports.
function filterTables() {
  const narrow = filters.dataset || filters.label || filters.metric || filters.inducing;
  for (const article of $$("article.chapter")) {
    const tables = $$("table.results", article);
    tables.forEach(filterTable);
    $$("h4", article).forEach(hideEmptySection);
    const left = tables.some((t) => !t.parentElement.hidden);
    article.hidden = !allows("paper", article.dataset.paper) || Boolean(narrow && tables.length > 0 && !left);
  }
  for (const paper of $$("section.paper")) paper.hidden = !allows("paper", paper.dataset.paper);
}

function filterTable(table) {
  const { metric, rows, columns, at } = table.dataset;
  const where = JSON.parse(at) || {};
  let left = 0;
  for (const row of $$("tbody tr", table)) {
    row.hidden = !allows(rows, row.dataset.name);
    left += !row.hidden;
  }
  $$("thead th", table).forEach((th, i) => {
    const hidden = i > 0 && !allows(columns, th.dataset.name);
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
