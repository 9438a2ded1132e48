"""s_gd2 for ForceLab. Weights are lengths."""

import forcelab_engine

try:
    import numpy
    import s_gd2
    from importlib.metadata import version
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
except ImportError as error:
    forcelab_engine.unavailable(error)


def is_connected(request):
    """Computed once for each graph."""
    graph = request.graph
    if not hasattr(graph, "is_connected"):
        ones = numpy.ones(len(request.edges), dtype=bool)
        matrix = coo_matrix((ones, tuple(request.edges.T)), shape=(request.nodes, request.nodes))
        graph.is_connected = connected_components(matrix, directed=False)[0] == 1
    return graph.is_connected


def layout(request):
    if request.dimensions != 2:
        raise ValueError("s_gd2 has two dimensions only here")
    if request.nodes == 1:
        return request.start
    if not is_connected(request):
        raise ValueError("s_gd2 takes connected graphs only")
    parameters = request.parameters
    request.iterations = parameters["iterations"]
    sources = numpy.ascontiguousarray(request.edges[:, 0], dtype=numpy.int32)
    targets = numpy.ascontiguousarray(request.edges[:, 1], dtype=numpy.int32)
    options = {
        "V": request.weights, "t_max": request.iterations, "random_seed": request.seed % 2**31,
        "init": request.start,
    }
    with request.clock():
        if parameters["layout"] == "sparse":
            pivots = min(parameters["pivots"], request.nodes)
            return s_gd2.layout_sparse(sources, targets, pivots, **options)
        return s_gd2.layout(sources, targets, **options)


forcelab_engine.serve("s_gd2", version("s_gd2"), layout)
