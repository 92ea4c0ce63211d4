"""scikit-learn's gradient boosting of trees on histograms. Options are those of HistGradientBoostingClassifier.

l2_regularization is 1 by default, as in XGBoost, where the library has 0: a leaf of a rare class then moves by the sum of
its gradients over curvatures near 0, and what follows never comes back from there.
"""
import numpy as np
import sklearn
from sklearn.ensemble import HistGradientBoostingClassifier

import gpcbench


def fit(x, y, trace, classes, seed, threads, **options):
    options.setdefault("l2_regularization", 1.0)
    if min(count for count in np.bincount(y) if count) < 2:
        options.setdefault("early_stopping", False)  # it holds rows of every class back
    model = HistGradientBoostingClassifier(random_state=seed % 2**32, **options)
    return model.fit(x, y), len(classes)


def predict(fitted, x):
    model, classes = fitted
    p = np.zeros((len(x), classes))
    p[:, model.classes_] = model.predict_proba(x)  # a class that training rows lack has 0
    return p


gpcbench.main(fit, predict, name="scikit-learn HistGradientBoostingClassifier", version=sklearn.__version__)
