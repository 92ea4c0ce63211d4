"""scikit-learn's Gaussian-process classifier: Laplace's approximation, one class against the rest, one lengthscale.

Options are those of GaussianProcessClassifier."""
import numpy as np
import sklearn
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gpcbench


def fit(x, y, trace, classes, seed, threads, **options):
    kernel = ConstantKernel() * RBF(np.sqrt(x.shape[1]))
    model = make_pipeline(StandardScaler(), GaussianProcessClassifier(kernel, random_state=seed % 2**32, **options))
    return model.fit(x, y), len(classes)


def predict(fitted, x):
    model, classes = fitted
    p = np.zeros((len(x), classes))
    p[:, model.classes_] = model.predict_proba(x)  # a class that training rows lack has 0
    return p


gpcbench.main(fit, predict, name="scikit-learn GaussianProcessClassifier", version=sklearn.__version__)
