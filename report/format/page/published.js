// Published numbers and training times against ours.

const publishedPanel = $("#published"), speedPanel = $("#speed");

// showPublished draws every published number with ours.
function showPublished() {
  const form = $("form", publishedPanel).elements;
  const all = experiments.flatMap((facts) => (facts.numbers || []).filter((n) => !n.word).map((n) => ({ ...n, facts })))
    .filter((n) => allows("paper", n.facts.article.dataset.paper) && allows("dataset", n.dataset) && allows("label", n.method) && allows("inducing", n.inducing) && allows("metric", n.metric));
  const titles = Object.assign({}, ...experiments.map((f) => f.metricOf));
  choices(form.metric, distinct(all.map((n) => n.metric)).map((m) => [m, titles[m].title]));
  const of = all.filter((n) => n.metric === form.metric.value);
  const variants = distinct(of.map((n) => n.variant));
  choices(form.variant, variants.length > 0 ? [["all", "all"], ...variants.map((v) => [v, v])] : [], "the first of each experiment");
  const wanted = form.variant.value;
  const shown = of.filter((n) => !n.variant || wanted === "all" || n.variant === (wanted || n.facts.numbers[0].variant));
  const inTolerances = form.scale.value === "tolerance";
  const points = shown.filter((n) => !inTolerances || n.tolerance).map((n) => ({
    x: n.published, y: inTolerances ? (n.ours - n.published) / n.tolerance : n.ours, tolerance: n.tolerance, kind: (n.verdict || "none").replaceAll(" ", "-"), href: "#" + n.facts.folder,
    text: `${n.method} on ${setting(n)}: published ${n.published}, ours ${digits(n.ours, 4)}` + (n.tolerance ? `, tolerance ${digits(n.tolerance, 2)}` : "") + (n.verdict ? `: ${n.verdict}` : ""),
  }));
  drawScatter(publishedPanel, points, { log: form.log.checked, tolerances: inTolerances, x: "Published", y: inTolerances ? "(Ours − published) / tolerance" : "Ours" });
}

// showSpeed draws how many times as long methods train, ours against the paper's.
function showSpeed() {
  const rows = experiments.flatMap((facts) => (facts.speeds || []).map((s) => ({ ...s, facts }))).filter((s) => allows("paper", s.facts.article.dataset.paper));
  const points = rows.map((s) => ({ x: s.papers, y: s.ours, kind: "none", href: "#" + s.facts.folder, text: `${setting(s)}: ${s.slow} takes ${digits(s.papers, 2)} times as long as ${s.fast} in the paper, ${digits(s.ours, 2)} times here` }));
  drawScatter(speedPanel, points, { log: true, x: "Paper", y: "Ours" });
  const head = ["Experiment", "Setting", "Methods", "Paper", "Ours", "Ours / paper"];
  $(".result", speedPanel).replaceChildren(...(rows.length === 0 ? [] : [element("div", { class: "scroll" }, element("table", {},
    element("thead", {}, element("tr", {}, ...head.map((h) => element("th", { scope: "col" }, h)))),
    element("tbody", {}, ...rows.map((s) => element("tr", {}, element("td", {}, element("a", { href: "#" + s.facts.folder }, s.facts.short)), element("th", { scope: "row" }, setting(s)), element("td", {}, `${s.slow} / ${s.fast}`),
      element("td", {}, digits(s.papers, 2)), element("td", {}, digits(s.ours, 2) + (s.busy ? "†" : "")), element("td", {}, digits(s.ours / s.papers, 2)))))))]));
  makeSortable(speedPanel);
}

// drawScatter draws points with the line on which they would agree; a point's tolerance
// is a bar on that line. Pointing reads the nearest one.
function drawScatter(panel, points, options) {
  const box = $(".plot", panel), said = $(".said", panel);
  const log = options.log, usable = points.filter((p) => !log || (p.x > 0 && (options.tolerances || p.y > 0)));
  if (usable.length === 0) {
    said.textContent = "";
    return box.replaceChildren("No published number is left by the filters.");
  }
  const width = Math.min(box.clientWidth, 720), height = Math.min(width, 460), left = 56, bottom = 40, top = 8, right = 10;
  const x = scale(usable.map((p) => p.x), log, left, width - right);
  const y = options.tolerances ? scale([...usable.map((p) => p.y), -1.5, 1.5], false, height - bottom, top) : scale(usable.flatMap((p) => [p.x, p.y]), log, height - bottom, top);
  const drawing = shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${options.y} against ${options.x}` });
  for (const t of x.ticks) drawing.append(shape("line", { class: "grid", x1: x.at(t), x2: x.at(t), y1: top, y2: height - bottom }), shape("text", { x: x.at(t), y: height - bottom + 16, "text-anchor": "middle" }, tickText(t)));
  for (const t of y.ticks) drawing.append(shape("line", { class: "grid", x1: left, x2: width - right, y1: y.at(t), y2: y.at(t) }), shape("text", { x: left - 6, y: y.at(t) + 4, "text-anchor": "end" }, tickText(t)));
  drawing.append(shape("text", { x: (left + width) / 2, y: height - 4, "text-anchor": "middle" }, options.x), shape("text", { transform: `translate(12 ${(height - bottom) / 2}) rotate(-90)`, "text-anchor": "middle" }, options.y));
  if (options.tolerances) drawing.append(shape("rect", { class: "band", x: left, width: width - right - left, y: y.at(1), height: y.at(-1) - y.at(1) }));
  else {
    drawing.append(shape("line", { class: "zero", x1: x.at(x.low), y1: y.at(x.low), x2: x.at(x.high), y2: y.at(x.high) }));
    const within = (v) => Math.min(y.high, Math.max(y.low, v));
    for (const p of usable) if (p.tolerance) drawing.append(shape("line", { class: "band", x1: x.at(p.x), x2: x.at(p.x), y1: y.at(within(p.x - p.tolerance)), y2: y.at(within(p.x + p.tolerance)) }));
  }
  const dots = usable.map((p) => shape("a", { href: p.href, "aria-label": p.text }, shape("circle", { class: "dot " + p.kind, cx: x.at(p.x), cy: y.at(p.y), r: 3.2 }, shape("title", {}, p.text))));
  drawing.append(...dots);
  drawing.addEventListener("pointermove", (e) => {
    const place = drawing.getBoundingClientRect(), px = e.clientX - place.left, py = e.clientY - place.top;
    const distance = (p) => Math.hypot(x.at(p.x) - px, y.at(p.y) - py);
    const nearest = usable.reduce((a, b) => (distance(b) < distance(a) ? b : a));
    said.textContent = nearest.text;
    dots.forEach((d, i) => d.classList.toggle("pointed", usable[i] === nearest));
  });
  box.replaceChildren(drawing);
  said.textContent = `${usable.length} numbers. Point at one to read it, click to see its report.`;
}

const tickText = (t) => (Math.abs(t) >= 1e5 || (t !== 0 && Math.abs(t) < 1e-3) ? t.toExponential(0) : String(+t.toPrecision(6)));

// scale is a linear or logarithmic axis from one end of a drawing to the other.
function scale(values, log, from, to) {
  let low = Math.min(...values), high = Math.max(...values);
  if (log) [low, high] = low === high ? [low / 2, high * 2] : [low / 1.15, high * 1.15];
  else {
    const margin = 0.05 * (high - low) || Math.abs(high) || 1;
    [low, high] = [low >= 0 ? Math.max(0, low - margin) : low - margin, high + margin];
  }
  const f = log ? Math.log10 : (v) => v;
  const at = (v) => from + ((to - from) * (f(v) - f(low))) / (f(high) - f(low));
  return { low, high, at, ticks: log ? logTicks(low, high) : linearTicks(low, high) };
}

// linearTicks are multiples of 1, 2 or 5 times a power of ten.
function linearTicks(low, high) {
  const rough = (high - low) / 6, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough);
  const out = [];
  for (let n = Math.ceil(low / step); n * step <= high; n++) out.push(n * step);
  return out;
}

// logTicks are at 1, 2 and 5 times powers of ten; where there are many powers at 1 and 3 times, or
// at the powers alone, so that labels do not touch on a narrow screen.
function logTicks(low, high) {
  const decades = Math.log10(high / low), out = [];
  for (let p = Math.floor(Math.log10(low)); p <= Math.log10(high); p++) {
    for (const m of decades > 3 ? [1] : decades > 1.5 ? [1, 3] : [1, 2, 5]) {
      const t = m * 10 ** p;
      if (t >= low && t <= high) out.push(+t.toPrecision(3));
    }
  }
  return out;
}
