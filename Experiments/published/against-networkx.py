"""A checker, separate from ForceLab, for networkx-spring.yaml: times networkx itself on this machine.

    pip install "networkx>=3.5" scipy
    python3 against-networkx.py

Prints the median and the least of 30 calls for each graph, after two that do not count.
"""

import statistics
import time

import networkx

GRAPHS = [
    ("grid of 15 × 15", networkx.grid_2d_graph(15, 15)),
    ("100 nodes at random", networkx.gnp_random_graph(100, 0.005, seed=0)),
]


def seconds(graph):
    """The seconds of one layout with the defaults, which are at most 50 iterations."""
    start = time.perf_counter()
    networkx.spring_layout(graph, method="force", seed=0)
    return time.perf_counter() - start


print(f"networkx {networkx.__version__}, timed by this checker, which is not part of ForceLab")
for name, graph in GRAPHS:
    times = sorted([seconds(graph) for _ in range(32)][2:])
    nodes, edges = graph.number_of_nodes(), graph.number_of_edges()
    print(
        f"{name}: {nodes} nodes, {edges} edges, "
        f"median {statistics.median(times):.4f} s, least {times[0]:.4f} s"
    )
