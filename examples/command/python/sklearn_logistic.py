"""scikit-learn's logistic regression with an l2 penalty. Options are those of LogisticRegression."""
import numpy as np
import sklearn
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gpcbench


def fit(x, y, trace, classes, seed, threads, **options):
    model = make_pipeline(StandardScaler(), LogisticRegression(**{"max_iter": 1000, **options}))
    return model.fit(x, y), len(classes)


def predict(fitted, x):
    model, classes = fitted
    p = np.zeros((len(x), classes))
    p[:, model.classes_] = model.predict_proba(x)  # a class that training rows lack has 0
    return p


gpcbench.main(fit, predict, name="scikit-learn LogisticRegression", version=sklearn.__version__)
