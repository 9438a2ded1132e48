"""networkx for ForceLab."""

import forcelab_engine

try:
    import networkx
    import numpy
    import scipy  # networkx imports it when a layout begins.
except ImportError as error:
    forcelab_engine.unavailable(error)


def layout(request):
    graph = request.graph
    if not hasattr(graph, "networkx"):
        graph.networkx = networkx.Graph()
        graph.networkx.add_nodes_from(range(request.nodes))
        rows = request.edges.tolist()
        if request.weights is None:
            graph.networkx.add_edges_from(rows)
        else:
            weights = request.weights.tolist()
            graph.networkx.add_weighted_edges_from((u, v, w) for (u, v), w in zip(rows, weights))
    name, dim = request.parameters["layout"], request.dimensions
    # networkx scales its layouts to about 1. Starts of that size keep its forces what they are meant for.
    spread = float(abs(request.start - request.start.mean(axis=0)).max()) or 1.0
    start = dict(enumerate((request.start - request.start.mean(axis=0)) / spread))
    count = {}
    if name in ("spring", "forceatlas2") and "iterations" in request.parameters:
        request.iterations = request.parameters["iterations"]
        count = {"iterations" if name == "spring" else "max_iter": request.iterations}
    weight = None if request.weights is None else "weight"
    with request.clock():
        if name == "spring":
            found = networkx.spring_layout(
                graph.networkx, pos=start, dim=dim, seed=request.seed % 2**32, weight=weight, **count)
        elif name == "kamada-kawai":
            found = networkx.kamada_kawai_layout(graph.networkx, pos=start, dim=dim, weight=weight)
        elif name == "forceatlas2":
            found = networkx.forceatlas2_layout(
                graph.networkx, pos=start, dim=dim, seed=request.seed % 2**32, weight=weight, **count)
        else:
            found = networkx.spectral_layout(graph.networkx, dim=dim, weight=weight)
    return numpy.array([found[node] for node in range(request.nodes)]).reshape(-1, dim)


forcelab_engine.serve("networkx", networkx.__version__, layout)
