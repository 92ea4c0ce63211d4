"""scikit-learn's random forest. Options are those of RandomForestClassifier."""
import numpy as np
import sklearn
from sklearn.ensemble import RandomForestClassifier

import gpcbench


def fit(x, y, trace, classes, seed, threads, **options):
    model = RandomForestClassifier(random_state=seed % 2**32, n_jobs=threads, **options)
    return model.fit(x, y), len(classes)


def predict(fitted, x):
    model, classes = fitted
    p = np.zeros((len(x), classes))
    p[:, model.classes_] = model.predict_proba(x)  # a class that training rows lack has 0
    return p


gpcbench.main(fit, predict, name="scikit-learn RandomForestClassifier", version=sklearn.__version__)
