"""scikit-learn's gradient boosting of trees on histograms, each label by itself. Options are those of
HistGradientBoostingClassifier, with the penalty of sklearn_boosting.py.

A label that all training rows have, or none, keeps the share that Laplace's rule of succession says.
"""
import numpy as np
import sklearn
from sklearn.ensemble import HistGradientBoostingClassifier

import gpcbench


def fit(x, y, trace, seed, threads, **options):
    options.setdefault("l2_regularization", 1.0)
    models = []
    for label, has in enumerate(y.T):
        with_it = int(has.sum())
        if with_it in (0, len(y)):
            models.append((with_it + 1) / (len(y) + 2))
            continue
        held = dict(options)
        if min(with_it, len(y) - with_it) < 2:
            held.setdefault("early_stopping", False)  # it holds rows of both kinds back
        models.append(HistGradientBoostingClassifier(random_state=(seed + label) % 2**32, **held).fit(x, has))
    return models


def predict(models, x):
    p = [np.full(len(x), m) if isinstance(m, float) else m.predict_proba(x)[:, 1] for m in models]
    return np.stack(p, axis=1)


gpcbench.main(fit, predict, name="scikit-learn HistGradientBoostingClassifier, a label each", version=sklearn.__version__)
