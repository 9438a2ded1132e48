"""An engine for Scripts/guard-sensitivity.py: its layouts get worse by a planted share."""

import forcelab_engine

try:
    import numpy as np
except ImportError as error:
    forcelab_engine.unavailable(error)

ITERATIONS = 40


def hops(request):
    """The lengths of shortest paths, n × n; n from each node to one of another component. Cost: O(n³)."""
    n = request.nodes
    distances = np.full((n, n), float(n))
    np.fill_diagonal(distances, 0)
    for a, b in request.edges.tolist():
        distances[a, b] = distances[b, a] = 1
    for via in range(n):
        np.minimum(distances, distances[:, via, None] + distances[via], out=distances)
    return distances


def stress(positions, ideal, weights):
    """Normalized stress at the best scale."""
    lengths = np.linalg.norm(positions[:, None] - positions, axis=2)
    scale = (weights * ideal * lengths).sum() / (weights * lengths**2).sum()
    return (weights * (scale * lengths - ideal) ** 2).sum() / (weights * ideal**2).sum()


def majorized(positions, ideal, weights):
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    for _ in range(ITERATIONS):
        lengths = np.linalg.norm(positions[:, None] - positions, axis=2)
        pulls = np.divide(weights * ideal, lengths, out=np.zeros_like(lengths), where=lengths > 1e-9)
        positions = inverse @ (np.diag(pulls.sum(axis=1)) - pulls) @ positions
    return positions


def worsened(positions, loss, ideal, weights, noise):
    """Moves all nodes at random, so far that the stress is 1 + loss times as large."""
    goal = (1 + loss) * stress(positions, ideal, weights)
    low, high = 0.0, 1.0
    while stress(positions + high * noise, ideal, weights) < goal:
        high *= 2
    for _ in range(40):
        middle = (low + high) / 2
        if stress(positions + middle * noise, ideal, weights) < goal:
            low = middle
        else:
            high = middle
    return positions + high * noise


def layout(request):
    graph = request.graph
    if not hasattr(graph, "ideal"):
        graph.ideal = hops(request)
        graph.weights = 1 / np.maximum(graph.ideal, 1) ** 2
        np.fill_diagonal(graph.weights, 0)
    random = np.random.default_rng([request.seed, request.parameters["release"]])
    with request.clock():
        start = random.random((request.nodes, request.dimensions)) * request.nodes**0.5
        positions = majorized(start, graph.ideal, graph.weights)
        loss = request.parameters["loss"]
        if loss > 0:
            noise = random.standard_normal(positions.shape)
            positions = worsened(positions, loss, graph.ideal, graph.weights, noise)
    return 30 * positions


forcelab_engine.serve("planted loss", version="1", layout=layout)
