"""NetworKit for ForceLab."""

import forcelab_engine

try:
    import networkit
    import numpy
except ImportError as error:
    forcelab_engine.unavailable(error)


def layout(request):
    graph = request.graph
    if not hasattr(graph, "networkit"):
        graph.networkit = networkit.Graph(request.nodes)
        for u, v in request.edges.tolist():
            graph.networkit.addEdge(u, v)
        parts = networkit.components.ConnectedComponents(graph.networkit).run()
        graph.components = parts.numberOfComponents()
    if graph.components != 1:
        raise ValueError("NetworKit lays out connected graphs only")
    networkit.setNumberOfThreads(request.threads)
    networkit.setSeed(request.seed % 2**63, False)
    parameters, dim = request.parameters, request.dimensions
    with request.clock():
        if parameters["layout"] == "pivot-mds":
            pivots = min(parameters["pivots"], request.nodes)
            module = networkit.viz.PivotMDS(graph.networkit, dim, pivots)
        else:
            # It takes start positions in two dimensions only.
            start = [tuple(row) for row in request.start.tolist()] if dim == 2 else []
            module = networkit.viz.MaxentStress(
                graph.networkit, dim, parameters["hops"], start, parameters["tolerance"])
        module.run()
    return numpy.array([list(row) for row in module.getCoordinates()]).reshape(-1, dim)


forcelab_engine.serve("NetworKit", networkit.__version__, layout, threads=True)
