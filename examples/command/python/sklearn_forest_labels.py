"""A random forest of label sets: scikit-learn's trees, each of all labels. Options are those of DecisionTreeClassifier, and
n_estimators.

A leaf says which share of its training rows has each label. It is kept as a sparse row, for most labels are in no row of
most leaves: so that a thousand labels fit into memory. Probabilities are the mean over the trees and one more, which says
each label's share by Laplace's rule of succession: a label that no training row has would have probability 0, and a log
loss without limit.
"""
import numpy as np
import sklearn
from scipy.sparse import csr_matrix
from sklearn.tree import DecisionTreeClassifier

import gpcbench


class Tree:
    """What predictions need of a tree: where a row goes, and the shares of labels there."""

    def __init__(self, tree, x, y):
        # Copies, for the arrays are views of the whole tree, with a number a node and label.
        self.left, self.right = tree.children_left.copy(), tree.children_right.copy()
        self.feature, self.threshold = tree.feature.copy(), tree.threshold.copy()
        leaf = self.leaf(x)
        rows = csr_matrix((np.ones(len(x)), (leaf, np.arange(len(x)))), shape=(tree.node_count, len(x)))
        self.shares = csr_matrix(rows.multiply(1 / np.maximum(rows.sum(axis=1), 1)) @ y)

    def leaf(self, x):
        x = x.astype(np.float32)  # as scikit-learn compares
        at, inner = np.zeros(len(x), int), np.arange(len(x))
        while len(inner := inner[self.left[at[inner]] >= 0]):
            node = at[inner]
            left = x[inner, self.feature[node]] <= self.threshold[node]
            at[inner] = np.where(left, self.left[node], self.right[node])
        return at


def fit(x, y, trace, seed, n_estimators=100, **options):
    random, labels, trees = np.random.default_rng(seed), csr_matrix(y), []
    options.setdefault("max_features", "sqrt")
    for t in range(n_estimators):
        drawn = random.integers(len(x), size=len(x))
        tree = DecisionTreeClassifier(random_state=int(random.integers(2**31)), **options).fit(x[drawn], y[drawn])
        trees.append(Tree(tree.tree_, x[drawn], labels[drawn]))
        if not trace(t + 1):
            break
    return trees, (y.sum(axis=0) + 1) / (len(y) + 2)


def predict(fitted, x):
    trees, shares = fitted
    total = np.tile(shares, (len(x), 1))
    for tree in trees:
        total += tree.shares[tree.leaf(x)]
    return np.asarray(total) / (len(trees) + 1)


gpcbench.main(fit, predict, name="scikit-learn forest of label sets", version=sklearn.__version__, snapshots=False)
