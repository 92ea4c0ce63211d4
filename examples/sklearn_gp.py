"""scikit-learn's Gaussian-process classifier on the folds of runexp splits.

    python3 sklearn_gp.py FOLDS PREDICTIONS.csv
"""
import csv, glob, os, sys, time
from collections import defaultdict

import numpy as np
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

folder, output = sys.argv[1:]
predictions, classes = [], set()
for path in sorted(glob.glob(os.path.join(folder, "*-table.csv"))):
    dataset = os.path.basename(path)[: -len("-table.csv")]
    table = list(csv.reader(open(path)))[1:]
    x, y = np.array([r[:-1] for r in table], float), np.array([r[-1] for r in table])
    rows = defaultdict(list)
    for r in csv.DictReader(open(os.path.join(folder, dataset + "-splits.csv"))):
        rows[int(r["fold"]), r["part"]].append(int(r["row"]))
    for fold in sorted({fold for fold, _ in rows}):
        train, test = rows[fold, "train"], rows[fold, "test"]
        kernel = ConstantKernel() * RBF(np.sqrt(x.shape[1]))
        model = make_pipeline(StandardScaler(), GaussianProcessClassifier(kernel))
        start, cpu = time.perf_counter(), time.process_time()
        model.fit(x[train], y[train])
        seconds = {"seconds": time.perf_counter() - start, "cpu_seconds": time.process_time() - cpu}
        classes.update(model.classes_)
        for row, p in zip(test, model.predict_proba(x[test])):
            told = {f"p({c})": repr(float(v)) for c, v in zip(model.classes_, p)}
            predictions.append({"dataset": dataset, "fold": fold, "row": row, **seconds, **told})
with open(output, "w", newline="") as f:
    w = csv.DictWriter(f, ["dataset", "fold", "row", "seconds", "cpu_seconds"] + [f"p({c})" for c in sorted(classes)])
    w.writeheader()
    w.writerows(predictions)
