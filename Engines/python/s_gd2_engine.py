"""s_gd2 for ForceLab. Weights are lengths."""

import forcelab_engine

try:
    import numpy
    import s_gd2
    from importlib.metadata import version
except ImportError as error:
    forcelab_engine.unavailable(error)


def components(request):
    """The nodes of each component."""
    found = getattr(request.graph, "components", None)
    if found is None:
        parent = list(range(request.nodes))

        def root(node):
            while parent[node] != node:
                parent[node] = parent[parent[node]]
                node = parent[node]
            return node

        for u, v in request.edges.tolist():
            parent[root(u)] = root(v)
        found = len({root(node) for node in range(request.nodes)})
        request.graph.components = found
    return found


def layout(request):
    if request.dimensions != 2:
        raise ValueError("s_gd2 has two dimensions only here")
    if request.nodes == 1:
        return request.start
    if components(request) != 1:
        raise ValueError("s_gd2 takes connected graphs only")
    parameters = request.parameters
    request.iterations = parameters["iterations"]
    sources = numpy.ascontiguousarray(request.edges[:, 0], dtype=numpy.int32)
    targets = numpy.ascontiguousarray(request.edges[:, 1], dtype=numpy.int32)
    # Distances of an unweighted graph are 1 an edge: a start of that size is what it was made for.
    start = numpy.array(request.start, dtype=float)
    options = {
        "V": request.weights, "t_max": request.iterations, "random_seed": request.seed % 2**31,
        "init": start,
    }
    with request.clock():
        if parameters["layout"] == "sparse":
            pivots = min(parameters["pivots"], request.nodes)
            return s_gd2.layout_sparse(sources, targets, pivots, **options)
        return s_gd2.layout(sources, targets, **options)


forcelab_engine.serve("s_gd2", version("s_gd2"), layout)
