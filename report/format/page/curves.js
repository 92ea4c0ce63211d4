// Curves of training, drawn by uPlot.

// gridPoints is how many times the curves of a figure are read at.
const gridPoints = 240;

// axisTitles are the axes that a reader chooses from.
const axisTitles = { seconds: "Seconds", cpu_seconds: "CPU seconds", iteration: "Iteration" };

// placesOf returns where a line's values lie, in log time; a method that is fitted in one go has one.
function placesOf(curve, axis) {
  const own = curve.lines[axis];
  return own && { from: Math.log(own.from), to: Math.log(own.to), y: own.values, e: own.errors, flat: own.values.length < 2 };
}

// readAt reads values at the logarithm of a time, on straight lines between places; null
// before the first and after the last. A method that is fitted in one go is level.
function readAt({ from, to, flat }, list, t) {
  if (flat) return list[0];
  if (t < from - 1e-9 || t > to + 1e-9) return null;
  const last = list.length - 1, at = Math.min(last, Math.max(0, (t - from) / (to - from || 1) * last));
  const i = Math.min(last - 1, Math.floor(at));
  return list[i] + (at - i) * (list[i + 1] - list[i]);
}

// curveData reads curves on one grid of times, even in log time or in time.
function curveData(curves, axis, logTime) {
  const lines = curves.map((c) => placesOf(c, axis));
  const moving = lines.some((l) => !l.flat) ? lines.filter((l) => !l.flat) : lines;
  let from = Math.min(...moving.map((l) => l.from));
  let to = Math.max(...moving.map((l) => l.to));
  if (from === to) [from, to] = [from - 0.7, to + 0.7];
  const times = Array.from({ length: gridPoints }, (_, i) => {
    const share = i / (gridPoints - 1);
    return logTime ? from + share * (to - from) : Math.log(Math.exp(from) + share * (Math.exp(to) - Math.exp(from)));
  });
  return {
    x: times.map(Math.exp),
    y: lines.map((l) => times.map((t) => readAt(l, l.y, t))),
    e: lines.map((l) => l.e && times.map((t) => readAt(l, l.e, t))),
    flat: lines.map((l) => l.flat),
  };
}

// colorOf is a colour of the page's style, light or dark.
const colorOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// drawCurves draws curves into a box and returns the plot, whose legend switches series on
// and off and reads their values where one points.
function drawCurves(box, curves, names, looks, options) {
  const data = curveData(curves, options.axis, options.logX);
  const text = colorOf("--text"), grid = colorOf("--line");
  const axis = { stroke: text, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: "12px system-ui, sans-serif", labelFont: "12px system-ui, sans-serif", labelSize: 20 };
  const narrow = box.clientWidth < 600;
  const ticks = (log) => (log ? { splits: (_, __, low, high) => logTicks(low, high), filter: (_, at) => at, values: (_, at) => at.map(tickText) } : {});
  const series = curves.map((_, i) => ({
    label: names[i], stroke: looks[i].color || text, width: data.flat[i] ? 1 : 1.7,
    dash: data.flat[i] ? [6, 4] : (looks[i].dashes || []).map((d) => 1.3 * d), points: { show: false }, value: (_, v) => digits(v, 4),
  }));
  const bands = (u) => options.bands && curves.forEach((_, i) => data.e[i] && u.series[i + 1].show && drawBand(u, data.x, data.y[i], data.e[i], series[i].stroke));
  const plot = new uPlot({
    width: box.clientWidth, height: narrow ? 280 : 400,
    scales: { x: { time: false, distr: options.logX ? 3 : 1, range: (_, low, high) => [low, high] }, y: { distr: options.logY ? 3 : 1 } },
    axes: [{ ...axis, ...ticks(options.logX), label: axisTitles[options.axis] }, { ...axis, ...ticks(options.logY), label: options.title, size: 56 }],
    series: [{ label: axisTitles[options.axis], value: (_, v) => digits(v, 3) }, ...series],
    legend: { markers: { width: 0 } },
    cursor: { drag: { x: true, y: true, uni: 20 } },
    hooks: { drawAxes: [bands] },
  }, [data.x, ...data.y], box);
  $$(".u-legend .u-marker", box).forEach((marker, i) => i > 0 && marker.append(strokeOf(series[i - 1])));
  return plot;
}

// strokeOf draws a piece of a series for the legend: uPlot's own marker is a square, the same for
// all dashes of a colour.
function strokeOf({ stroke, dash }) {
  const line = shape("line", { x1: 0, x2: 36, y1: 5, y2: 5, stroke, "stroke-width": 2, "stroke-dasharray": dash.join(" ") || undefined });
  return shape("svg", { width: 36, height: 10, "aria-hidden": "true" }, line);
}

// drawBand shades one standard error to both sides of a curve.
function drawBand(u, x, y, e, color) {
  const at = [];
  for (let i = 0; i < x.length; i++) if (y[i] !== null && e[i] !== null) at.push(i);
  if (at.length < 2) return;
  const path = new Path2D();
  const log = u.scales.y.distr === 3;
  const point = (i, v) => path.lineTo(u.valToPos(x[i], "x", true), u.valToPos(log ? Math.max(v, u.scales.y.min) : v, "y", true));
  at.forEach((i) => point(i, y[i] + e[i]));
  at.reverse().forEach((i) => point(i, y[i] - e[i]));
  u.ctx.save();
  u.ctx.beginPath();
  u.ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
  u.ctx.clip();
  u.ctx.globalAlpha = 0.13;
  u.ctx.fillStyle = color;
  u.ctx.fill(path);
  u.ctx.restore();
}

// The panel: which curves, on which axes.
const curvesPanel = $("#curves");
let curvesPlot = null, curvesTurn = 0;

async function showCurves() {
  const turn = ++curvesTurn;
  const form = $("form", curvesPanel).elements, box = $(".plot", curvesPanel);
  const having = experiments.filter((f) => f.curves && allows("paper", f.article.dataset.paper));
  const facts = chooseExperiment(form.experiment, having);
  $(".said", curvesPanel).textContent = "";
  if (!facts) return box.replaceChildren("No curves are left by the filters.");
  const { curves, methods } = await facts.explore();
  if (turn !== curvesTurn) return; // a later choice is under way
  curvesPlot?.destroy();
  curvesPlot = null;
  box.replaceChildren();
  const left = curves.filter((c) => allows("label", c.method) && allows("inducing", c.inducing));
  const choose = (select, key, title) => {
    choices(select, distinct(left.map((c) => c[key])).filter((v) => allows(key, v)).map((v) => [v, title ? title(v) : v]));
  };
  choose(form.dataset, "dataset");
  choose(form.metric, "metric", (m) => facts.metricOf[m].title);
  choose(form.variant, "variant");
  const shown = left.filter((c) =>
    c.lines[form.axis.value] && (!c.dataset || c.dataset === form.dataset.value) && c.metric === form.metric.value && (!c.variant || !form.variant.value || c.variant === form.variant.value));
  if (shown.length === 0) return box.append("No curves are left by the filters.");
  const several = distinct(shown.map((c) => setting({ ...c, dataset: "", variant: "" }))).length > 1;
  const name = (c) => [c.method, several && setting({ ...c, dataset: "", variant: "" })].filter(Boolean).join(", ");
  const looks = shown.map((c) => lookOf(methods, c, shown));
  curvesPlot = drawCurves(box, shown, shown.map(name), looks, {
    axis: form.axis.value, logX: form.logx.checked, logY: form.logy.checked, bands: form.bands.checked, title: facts.metricOf[form.metric.value].axis,
  });
  const repeats = distinct(shown.map((c) => c.repeats));
  const most = Math.max(...repeats), range = repeats.length === 1 ? most : Math.min(...repeats) + " to " + most;
  const kind = most === 1 ? "One repeat." : `Means over ${range} repeats${form.bands.checked ? " with one standard error" : ""}.`;
  $(".said", curvesPanel).textContent = kind + " " +
    "Point at the figure to read values; click a name to switch it off; drag to zoom, double-click to go back.";
}

// dashings tell the settings of one method apart.
const dashings = [[], [7, 3], [2, 3], [9, 3, 2, 3], [14, 4]];

// lookOf is the look of a method; its settings differ by dashes.
function lookOf(methods, curve, shown) {
  const look = methods.find((m) => m.label === curve.method) || {};
  const settings = distinct(shown.filter((c) => c.method === curve.method).map((c) => setting({ ...c, dataset: "", variant: "" })));
  if (settings.length < 2) return look;
  return { ...look, dashes: dashings[settings.indexOf(setting({ ...curve, dataset: "", variant: "" })) % dashings.length] };
}

const tickText = (t) => (Math.abs(t) >= 1e5 || (t !== 0 && Math.abs(t) < 1e-3) ? t.toExponential(0) : String(+t.toPrecision(6)));

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
