"""OGDF for ForceLab."""

import forcelab_engine

try:
    import numpy
    from ogdf_python import cppinclude, ogdf
    import cppyy
    from importlib.metadata import version
except ImportError as error:
    forcelab_engine.unavailable(error)

for header in ("FMMMLayout", "FastMultipoleEmbedder", "PivotMDS", "StressMinimization", "GEMLayout"):
    cppinclude(f"ogdf/energybased/{header}.h")
cppinclude("ogdf/packing/ComponentSplitterLayout.h")

# Loops over nodes are compiled: in Python they would take longer than the layouts.
cppyy.cppdef("""
namespace forcelab {
struct Drawing {
  ogdf::Graph graph;
  ogdf::GraphAttributes attributes;
  std::vector<ogdf::node> nodes;
  Drawing(int n, int m, const uint32_t *ends) {
    for (int i = 0; i < n; i++) nodes.push_back(graph.newNode());
    for (int i = 0; i < m; i++) graph.newEdge(nodes[ends[2 * i]], nodes[ends[2 * i + 1]]);
    attributes.init(graph, ogdf::GraphAttributes::nodeGraphics | ogdf::GraphAttributes::edgeGraphics);
    for (ogdf::node v : nodes) attributes.width(v) = attributes.height(v) = 1;
  }
  void set(const double *at) {
    for (size_t i = 0; i < nodes.size(); i++) {
      attributes.x(nodes[i]) = at[2 * i];
      attributes.y(nodes[i]) = at[2 * i + 1];
    }
  }
  void get(double *at) {
    for (size_t i = 0; i < nodes.size(); i++) {
      at[2 * i] = attributes.x(nodes[i]);
      at[2 * i + 1] = attributes.y(nodes[i]);
    }
  }
};
}
""")
SPEED = {"fast": "NiceAndIncredibleSpeed", "nice": "BeautifulAndFast", "beautiful": "GorgeousAndEfficient"}


def algorithm(request):
    name, parameters = request.parameters["layout"], request.parameters
    if name == "fmmm":
        found = ogdf.FMMMLayout()
        found.useHighLevelOptions(True)
        found.newInitialPlacement(False)
        found.randSeed(request.seed % 2**31)
        found.qualityVersusSpeed(
            getattr(ogdf.FMMMOptions.QualityVsSpeed, SPEED[parameters["quality"]]))
        return found
    if name == "fast-multipole-multilevel":
        found = ogdf.FastMultipoleMultilevelEmbedder()
        found.maxNumThreads(request.threads)
    elif name == "pivot-mds":
        found = ogdf.PivotMDS()
        if "pivots" in parameters:
            found.setNumberOfPivots(parameters["pivots"])
    elif name == "stress":
        found = ogdf.StressMinimization()
        found.hasInitialLayout(True)
        if "iterations" in parameters:
            found.setIterations(parameters["iterations"])
            request.iterations = parameters["iterations"]
    else:
        return ogdf.GEMLayout()
    # These take connected graphs only.
    whole = ogdf.ComponentSplitterLayout()
    found.__python_owns__ = False
    whole.setLayoutModule(found)
    return whole


def layout(request):
    if request.dimensions != 2:
        raise ValueError("OGDF has two dimensions only")
    graph = request.graph
    if not hasattr(graph, "drawing"):
        # One more, because an empty array has no address.
        ends = numpy.append(request.edges.reshape(-1), numpy.uint32(0))
        graph.drawing = cppyy.gbl.forcelab.Drawing(request.nodes, len(request.edges), ends)
    positions = numpy.ascontiguousarray(request.start).reshape(-1)
    graph.drawing.set(positions)
    ogdf.setSeed(request.seed % 2**31)
    drawing, module = graph.drawing, algorithm(request)
    with request.clock():
        module.call(drawing.attributes)
    drawing.get(positions)
    return positions.reshape(-1, 2)


forcelab_engine.serve("OGDF", version("ogdf-wheel"), layout)
