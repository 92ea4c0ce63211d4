"""scikit-learn's gradient boosting of trees on histograms. Options are those of HistGradientBoostingClassifier."""
import numpy as np
import sklearn
from sklearn.ensemble import HistGradientBoostingClassifier

import gpcbench


def fit(x, y, trace, classes, seed, threads, **options):
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
