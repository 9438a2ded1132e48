"""Run experiments with force-directed graph layout, and read their results.

    import forcelab

    run = forcelab.run("experiment.yaml")     # or a dictionary
    run.trials                                # a pandas data frame
    run.chart("time-quality")                 # an Altair chart
    positions = forcelab.layout(G)            # a layout of a networkx, igraph or scipy graph

All of it calls the program `forcelab`, which is found in $FORCELAB or the PATH.
"""

from .layouts import layout
from .program import ForceLabError, program
from .runs import Run, run

__all__ = ["ForceLabError", "Run", "layout", "program", "run"]
__version__ = "0.3.0"
