# Makes igraph-fr-miserables.csv beside it: final positions by igraph's Fruchterman-Reingold layout,
# from d3's spiral start.
#
#   pip install igraph==0.11.8      (from 1.0 on it turns the finished layout)
#   python make-igraph.py
#
# igraph adds up to 1e-9 at random to every displacement; the file is the same to 1e-8 for any seed.
# miserables.edges holds the edges of networkx's les_miserables_graph() in its order.
import math
import random
from pathlib import Path

import igraph

folder = Path(__file__).parent
edges = [tuple(map(int, line.split())) for line in (folder / "miserables.edges").open()]
graph = igraph.Graph(n=77, edges=edges)


def spiral(i):
    radius, angle = 10 * math.sqrt(i + 0.5), i * (math.pi * (3 - math.sqrt(5)))
    return [radius * math.cos(angle), radius * math.sin(angle)]


random.seed(1)
layout = graph.layout_fruchterman_reingold(
    seed=[spiral(i) for i in range(77)], niter=60, start_temp=0.5, grid=False)
lines = [f"{i},{x},{y}" for i, (x, y) in enumerate(layout)]
(folder / "igraph-fr-miserables.csv").write_text("id,x,y\n" + "\n".join(lines) + "\n")
