"""scikit-learn's random forest. Options are those of RandomForestClassifier.

Its probabilities are the mean over its trees and one more, which says the classes' shares: a class that no tree sees in a
row would have probability 0, and a log loss without limit.
"""
import numpy as np
import sklearn
from sklearn.ensemble import RandomForestClassifier

import gpcbench


def fit(x, y, trace, classes, seed, threads, **options):
    model = RandomForestClassifier(random_state=seed % 2**32, n_jobs=threads, **options)
    return model.fit(x, y), np.bincount(y, minlength=len(classes)) / len(y)


def predict(fitted, x):
    model, shares = fitted
    trees = len(model.estimators_)
    p = np.tile(shares / (trees + 1), (len(x), 1))
    p[:, model.classes_] += model.predict_proba(x) * trees / (trees + 1)
    return p


gpcbench.main(fit, predict, name="scikit-learn RandomForestClassifier", version=sklearn.__version__)
