"""igraph for ForceLab."""

import random

import forcelab_engine

try:
    import igraph
except ImportError as error:
    forcelab_engine.unavailable(error)

# The methods of graphs; `Graph.layout` does not know umap.
METHODS = {"fr": "fruchterman_reingold", "kk": "kamada_kawai"}
# The name of the iterations among the arguments of each algorithm.
ITERATIONS = {"fr": "niter", "kk": "maxiter", "graphopt": "niter", "lgl": "maxiter", "umap": "epochs"}


def layout(request):
    graph = request.graph
    if not hasattr(graph, "igraph"):
        graph.igraph = igraph.Graph(n=request.nodes, edges=request.edges.tolist())
    name = request.parameters["layout"]
    random.seed(request.seed)
    igraph.set_random_number_generator(random)
    options = {"dim": request.dimensions}
    if name in ("fr", "kk", "graphopt"):
        options["seed"] = request.start.tolist()
    if name in ("graphopt", "lgl"):
        if request.dimensions != 2:
            raise ValueError(f"{name} has two dimensions only")
        del options["dim"]
    if name in ITERATIONS and "iterations" in request.parameters:
        options[ITERATIONS[name]] = request.iterations = request.parameters["iterations"]
    if request.weights is not None:
        if name in ("fr", "kk", "drl"):
            options["weights"] = request.weights.tolist()
        elif name == "umap":
            # A distance: the reciprocal of the strength.
            options["dist"] = (1 / request.weights).tolist()
        else:
            raise ValueError(f"{name} takes no weights")
    with request.clock():
        positions = getattr(graph.igraph, "layout_" + METHODS.get(name, name))(**options)
    return positions.coords


forcelab_engine.serve("igraph", igraph.__version__, layout)
