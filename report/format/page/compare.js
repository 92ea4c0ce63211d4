// Two methods over all data sets.

const pairPanel = $("#pair");
let pairTurn = 0;

async function showPair() {
  const turn = ++pairTurn;
  const form = $("form", pairPanel).elements, out = $(".result", pairPanel);
  const having = experiments.filter((f) => f.comparisons && allows("paper", f.article.dataset.paper));
  const facts = chooseExperiment(form.experiment, having);
  if (!facts) return out.replaceChildren("No comparison is left by the filters.");
  const { comparisons } = await facts.explore();
  if (turn !== pairTurn) return; // a later choice is under way
  choices(form.metric, distinct(comparisons.map((c) => c.metric)).filter((m) => allows("metric", m)).map((m) => [m, facts.metricOf[m].title]));
  const methods = distinct(comparisons.flatMap((c) => [c.first, c.second]));
  const first = form.first.value, second = form.second.value;
  choices(form.first, methods);
  choices(form.second, methods);
  if (form.first.value === form.second.value) {
    if (first !== form.first.value || second === form.second.value) form.second.value = methods.find((m) => m !== form.first.value);
  }
  const rows = comparisons
    .filter((c) => c.metric === form.metric.value && allows("dataset", c.dataset) && allows("inducing", c.inducing))
    .map((c) => oriented(c, form.first.value, form.second.value)).filter(Boolean);
  out.replaceChildren(...(rows.length ? pairTable(facts, rows, form) : ["These two are not compared: choose two methods."]));
  makeSortable(out);
}

// oriented is a comparison as first - second, null if it is of other methods.
function oriented(c, first, second) {
  if (c.first === first && c.second === second) return c;
  if (c.first !== second || c.second !== first) return null;
  const minus = (x) => (x === undefined ? undefined : -x);
  return { ...c, first, second, mean: -c.mean, low: minus(c.high), high: minus(c.low), effect: minus(c.effect) };
}

function pairTable(facts, rows, form) {
  const higher = facts.metricOf[form.metric.value].higher, first = form.first.value, second = form.second.value;
  const better = (c) => (c.adjusted === undefined || c.adjusted >= 0.05 ? "" : (c.mean > 0) === Boolean(higher) ? first : second);
  const count = (name) => rows.filter((c) => better(c) === name).length;
  const ends = rows.flatMap((c) => [c.low ?? c.mean, c.high ?? c.mean, 0]);
  const span = [Math.min(...ends), Math.max(...ends)];
  const said = element("p", {}, `${first} is better in ${count(first)}, ${second} in ${count(second)} of ${rows.length} comparisons; no difference is shown in the others (p below 0.05 after Holm).`);
  const head = ["Setting", `${first} − ${second}`, "95% interval", "", "p", "p (Holm)", "Effect", "Repeats", "Better"];
  const table = element("table", { class: "pairs" },
    element("thead", {}, element("tr", {}, ...head.map((h) => element("th", { scope: "col" }, h)))),
    element("tbody", {}, ...rows.map((c) => element("tr", {},
      element("th", { scope: "row" }, setting(c)),
      element("td", { "data-value": c.mean }, digits(c.mean, 3)),
      element("td", { "data-value": c.low ?? "" }, c.low === undefined ? "–" : `[${digits(c.low, 3)}, ${digits(c.high, 3)}]`),
      element("td", { "data-value": c.mean }, whisker(c, span)),
      ...[c.p, c.adjusted].map((p) => element("td", { "data-value": p ?? "" }, p !== undefined && p < 1e-4 ? "< 0.0001" : digits(p, 2))),
      element("td", { "data-value": c.effect ?? "" }, digits(c.effect, 2)),
      element("td", {}, String(c.repeats)),
      element("td", {}, better(c) || "–")))));
  const note = element("p", { class: "quiet" }, "Corrected resampled t-test over the repeats that both have, as in the report. Effect: mean difference over the standard deviation of the differences.");
  return [said, element("div", { class: "scroll" }, table), note];
}

// whisker draws a difference with its interval around zero.
function whisker(c, [low, high]) {
  const x = (v) => 2 + (116 * (v - low)) / (high - low || 1);
  const drawing = shape("svg", { width: 120, height: 14, role: "img", "aria-label": digits(c.mean, 3) }, shape("line", { class: "zero", x1: x(0), x2: x(0), y1: 0, y2: 14 }));
  if (c.low !== undefined) drawing.append(shape("line", { class: "bar", x1: x(c.low), x2: x(c.high), y1: 7, y2: 7 }));
  drawing.append(shape("circle", { class: "dot", cx: x(c.mean), cy: 7, r: 2.6 }));
  return drawing;
}
