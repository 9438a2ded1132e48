# Makes the references of the presets beside it, from d3's spiral start of Les Misérables:
#
#   preset-forceatlas2.csv       10 iterations of ForceAtlas2 by fa2-modified, a port of Gephi's program
#   preset-networkx-fr.csv       10 iterations of networkx's spring_layout, k = 0.1
#   preset-linlog.csv            minimum of Noack's LinLog energy, next to the layout LINLOG
#   preset-kamada-kawai.csv      minimum of networkx's cost function of Kamada and Kawai for Zachary's
#                                karate club, next to the layout KARATE
#   preset-sfdp-like.csv         20 iterations of Hu's algorithm with moves at the same time
#
#   pip install networkx==3.6.1 numpy scipy==1.17.1 fa2-modified==0.4
#   python make-presets.py LINLOG KARATE
#
# LINLOG and KARATE are layouts/1.csv of runs of `preset: linlog`, without weights, and of
# `{graph: karate, preset: kamada-kawai, stop: {movement: 1e-9}}`. Both energies have many minima.
import math
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import scipy as sp
from fa2_modified import ForceAtlas2
from networkx.drawing import layout as nxl

folder = Path(__file__).parent
n = 77
edges = [tuple(map(int, line.split())) for line in (folder / "miserables.edges").open()]
graph = nx.Graph()
graph.add_nodes_from(range(n))
graph.add_edges_from(edges)
A = nx.to_numpy_array(graph)


def spiral(i):
    radius, angle = 10 * math.sqrt(i + 0.5), i * (math.pi * (3 - math.sqrt(5)))
    return [radius * math.cos(angle), radius * math.sin(angle)]


start = np.array([spiral(i) for i in range(n)])


def write(name, positions):
    lines = [f"{i},{float(x)!r},{float(y)!r}" for i, (x, y) in enumerate(positions)]
    (folder / f"preset-{name}.csv").write_text("id,x,y\n" + "\n".join(lines) + "\n")


def report(name, positions, run):
    moved = abs(run(start * (1 + 1e-15)) - positions).max()
    print(f"{name}: size {abs(positions).max():.4g}, sensitivity {moved:.1e}")


def forceatlas2(start):
    program = ForceAtlas2(
        outboundAttractionDistribution=False, edgeWeightInfluence=1.0, jitterTolerance=1.0,
        barnesHutOptimize=False, scalingRatio=2.0, strongGravityMode=False, gravity=1.0,
        verbose=False)
    return np.array(program.forceatlas2(A, pos=start.copy(), iterations=10))


def fruchterman_reingold(start):
    return nxl._fruchterman_reingold(A, k=0.1, pos=start.copy(), iterations=10, threshold=0)


def kamada_kawai(start):
    karate = nx.karate_club_graph()
    size = len(karate)
    distances = np.array(nx.floyd_warshall_numpy(karate, weight=None))
    arguments = (np, 1 / (distances + np.eye(size) * 1e-3), 1e-3, 2)
    best = sp.optimize.minimize(
        nxl._kamada_kawai_costfn, (start / 30).ravel(), method="L-BFGS-B", args=arguments, jac=True,
        options={"ftol": 1e-16, "gtol": 1e-11, "maxiter": 100000, "maxfun": 1000000, "maxcor": 50})
    print("kamada-kawai: cost", best.fun, best.message)
    return 30 * best.x.reshape(size, 2)


def linlog_energy(flat):
    x = flat.reshape(n, 2)
    delta = x[:, None] - x[None]
    distance = np.linalg.norm(delta, axis=-1) + np.eye(n)
    degree = A.sum(axis=1)
    weight = np.outer(degree, degree)
    np.fill_diagonal(weight, 0)
    energy = (A * distance).sum() / 2 - (weight * np.log(distance)).sum() / 2
    slope = np.einsum("ij,ijk->ik", A / distance - weight / distance**2, delta)
    return energy, slope.ravel()


def linlog(start):
    best = sp.optimize.minimize(
        linlog_energy, start.ravel(), method="L-BFGS-B", jac=True,
        options={"ftol": 1e-16, "gtol": 1e-9, "maxiter": 100000, "maxfun": 1000000, "maxcor": 50})
    print("linlog: energy", repr(best.fun), best.message)
    return best.x.reshape(n, 2)


def hu(start, K=30.0, C=0.2, t=0.9):
    x, step, energy, progress = start.copy(), K / 10, math.inf, 0
    for _ in range(20):
        delta = x[None] - x[:, None]
        distance = np.linalg.norm(delta, axis=-1) + np.eye(n)
        factor = A * distance / K - C * K * K / distance**2
        np.fill_diagonal(factor, 0)
        force = np.einsum("ij,ijk->ik", factor, delta)
        length = np.linalg.norm(force, axis=-1)
        x += step * force / length[:, None]
        before, energy = energy, (length**2).sum()
        if energy < before:
            progress += 1
            if progress >= 5:
                progress, step = 0, step / t
        else:
            progress, step = 0, step * t
    return x


def layout(path):
    return np.loadtxt(path, delimiter=",", skiprows=1)[:, 1:3]


for name, run in [
    ("forceatlas2", forceatlas2), ("networkx-fr", fruchterman_reingold), ("sfdp-like", hu),
]:
    positions = run(start)
    report(name, positions, run)
    write(name, positions)
for name, run, path in [("linlog", linlog, sys.argv[1]), ("kamada-kawai", kamada_kawai, sys.argv[2])]:
    positions = run(layout(path))
    print(name, "moved by", abs(positions - layout(path)).max())
    write(name, positions)
