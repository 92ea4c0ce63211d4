"""Speaks with gpcbench, so that a method needs two functions alone. It depends on nothing but Python.

    def fit(x, y, trace, **options):     # trace(iteration, objective, model) is False when to stop
        return model                     # something that pickle takes
    def predict(model, x):
        return p                         # a row for each of x, a probability for each class
    gpcbench.main(fit, predict, name="My method")

Where numpy is here, x is an array and y one of classes 0, 1, ..; else they are lists. A parameter of fit
called classes, seed, threads, schema or resume gets what its name says. records("results") reads records.
"""
import array, csv, glob, gzip, inspect, json, math, os, pickle, platform, random, socket, sys, time, traceback, zlib
from pathlib import Path

try: import numpy
except ImportError: numpy = None

class Wire:
    def __init__(self):
        if "GPCBENCH_SOCKET" in os.environ:
            address = os.environ["GPCBENCH_SOCKET"].rsplit(":", 1)
            self.incoming = self.outgoing = socket.create_connection(address).makefile("rwb")
            self.say(type="token", token=os.environ["GPCBENCH_TOKEN"])
        elif "GPCBENCH_PROTOCOL" in os.environ:
            self.incoming, self.outgoing = os.fdopen(3, "rb"), os.fdopen(4, "wb")
        else:
            sys.exit("this method is started by runexp: runexp run SPECIFICATION")

    def say(self, **message):
        self.outgoing.write(json.dumps(message, allow_nan=False).encode() + b"\n")
        self.outgoing.flush()

    def hear(self, model=None, resume=None):
        """The next message; before it, writes what of the present state is asked for."""
        while (m := json.loads(self.incoming.readline() or '{"type": "bye"}'))["type"] in ("snapshot", "checkpoint"):
            state = model if m["type"] == "snapshot" else resume
            Path(m["path"]).write_bytes(pickle.dumps(state, protocol=4))
            self.say(type=m["type"], path=None if state is None else m["path"])
        return m

class Trace:
    """What fit calls after an iteration. fit may set converged and reason of it."""
    def __init__(self, wire, wanted):
        self.wire, self.wanted, self.converged, self.reason = wire, wanted, None, ""
        self.iteration, self.objective, self.stopped, self.next, self.heard = 0, None, False, 1, time.monotonic()

    def __call__(self, iteration, objective=None, model=None):
        """Tells how far fit is, at iterations 1, 2, 3, 5, 6, 7, 10, 12, .. and ten times a second. False: stop."""
        self.iteration, told = iteration, objective is not None and math.isfinite(objective)
        self.objective, due = float(objective) if told else None, self.wanted and iteration >= self.next
        if self.stopped or not due and time.monotonic() < self.heard + 0.1:
            return not self.stopped
        while self.next <= iteration:
            self.next = next(t for t in (int(10 ** (k / 10)) for k in range(200)) if t > self.next)
        self.wire.say(type="trace", iteration=iteration, objective=self.objective)
        resume = iteration, model, random.getstate(), numpy and numpy.random.get_state()
        self.stopped, self.heard = self.wire.hear(model, resume)["type"] != "continue", time.monotonic()
        return not self.stopped

def numbers(file, shape, kind="d"):
    values = array.array(kind, Path(file).read_bytes())
    if numpy: return numpy.array(values).reshape(shape)
    return list(values) if len(shape) == 1 else [values[i * shape[1] : (i + 1) * shape[1]] for i in range(shape[0])]

def write(file, rows, kind="d"):
    rows = [array.array(kind, row) for row in (rows.tolist() if hasattr(rows, "tolist") else rows)]
    Path(file).write_bytes(b"".join(row.tobytes() for row in rows))
    return [len(rows), len(rows[0])]

def inputs(message, schema):
    """A matrix, columns by name (numbers, or texts with None where one is missing), or a sparse matrix."""
    x = message.get("x")
    if x is None:
        with open(message["table"]["file"], newline="", encoding="utf-8") as f:
            names, *rows = csv.reader(f)
        number = {c["name"]: c["kind"] == "number" for c in schema["table"]}
        return frame([{n: float(v or "nan") if number[n] else v or None for n, v in zip(names, r)} for r in rows])
    if "indptr" in x:
        from scipy.sparse import csr_matrix
        parts = [numbers(x[part], [-1], kind) for part, kind in (("values", "d"), ("indices", "q"), ("indptr", "q"))]
        return csr_matrix(tuple(parts), shape=x["shape"])
    return numbers(x["file"], x["shape"])

def frame(rows):
    try: from pandas import DataFrame
    except ImportError: return rows
    return DataFrame(rows)

def fitted(fit, hello, schema, message, trace):
    random.seed(hello["seed"])
    numpy and numpy.random.seed(hello["seed"] % 2**32)
    known = dict(classes=schema["classes"], seed=hello["seed"], threads=hello["threads"], schema=schema, resume=None)
    if hello.get("checkpoint"):
        *known["resume"], state, of_numpy = pickle.loads(Path(hello["checkpoint"]["path"]).read_bytes())
        random.setstate(state)
        numpy and numpy.random.set_state(of_numpy)
    y = message["y"]
    if "indptr" in y:
        starts, labels = numbers(y["indptr"], [-1], "q"), numbers(y["indices"], [-1], "q")
        y = [labels[i:j] for i, j in zip(starts, starts[1:])]
    else:
        y = numbers(y["file"], y["shape"])
    y = y if hello["task"] == "labels" else y.astype(int) if numpy else [int(v) for v in y]
    asked = {k: v for k, v in known.items() if k in inspect.signature(fit).parameters}
    return fit(inputs(message, schema), y, trace, **hello["options"], **asked)

def main(fit, predict, name, version="", want="matrix", snapshots=True, gpu=False, same_bits=False, lists=False):
    """Answers runexp. What was before is off the clock. want: matrix, table, csr. lists: predict returns labels, p."""
    wire = Wire()
    hello = wire.hear()
    schema = json.loads(Path(hello["schema"]).read_text("utf-8"))
    libraries = {n: str(m.__version__) for n, m in sys.modules.copy().items()
                 if n not in getattr(sys, "stdlib_module_names", ()) and hasattr(m, "__version__") and "." not in n}
    wire.say(type="ready", protocol=1, name=name, version=version, language="Python " + platform.python_version(),
             libraries=libraries, want=want, snapshots=snapshots, gpu=gpu, same_bits=same_bits, lists=lists,
             checkpoints="resume" in inspect.signature(fit).parameters)
    model, restore = None, hello.get("restore")
    held = {restore: pickle.loads(Path(restore).read_bytes())} if restore else {}
    try:
        while (message := wire.hear(model))["type"] != "bye":
            if message["type"] == "fit":
                trace = Trace(wire, hello["trace"])
                held[None] = model = fitted(fit, hello, schema, message, trace)
                end = dict(converged=trace.converged, reason=trace.reason)
                wire.say(type="done", iteration=trace.iteration, objective=trace.objective, **end)
                continue
            if (of := message.get("snapshot") or restore) not in held:
                held = {None: model, of: pickle.loads(Path(of).read_bytes())}
            p, labels = predict(held[of], inputs(message, schema)), message.get("labels", "")
            labels and write(labels, p[0], "q")
            shape = write(message["out"], p[1] if labels else p)
            wire.say(type="probabilities", file=message["out"], labels=labels, shape=shape)
    except Exception as why:
        traceback.print_exc()
        kind = "memory" if isinstance(why, MemoryError) else "other"
        wire.say(type="failed", kind=kind, message=f"{type(why).__name__}: {why}"[:2000])

def records(folder="results"):
    """A row a cell, with its metrics and times as columns: a pandas frame, or a list without pandas."""
    found = {}
    for path in sorted(glob.glob(os.path.join(glob.escape(folder), "**", "*.jsonl*"), recursive=True)):
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as f:
            for line in f:
                head, mark, crc = line.rpartition(b',"crc32":"')
                if not line.endswith(b"\n"): break  # whoever wrote it was killed
                assert not mark or zlib.crc32(head) == int(crc[:8], 16), path + " is damaged"
                r = json.loads(line)
                if found.get(key := (r["experiment"], r["profile"], r["cell"]), {}).get("status") != "ok":
                    found[key] = {**r, **r.get("metrics", {}), **r.get("timing", {})}
    return frame(list(found.values()))
