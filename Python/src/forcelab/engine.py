"""Write an engine for ForceLab in Python: a program that computes graph layouts.

    import forcelab_engine

    def layout(request):
        with request.clock():                  # only this is timed
            positions = compute(request.edges, request.parameters["iterations"])
        return positions                       # a row per node

    forcelab_engine.serve("my-engine", version="1.0", layout=layout)

Needs the standard library alone. With numpy, arrays are numpy arrays; without it, they are lists.
The protocol is described in Documentation/Engines.md.
"""

import array
import json
import operator
import os
import struct
import sys
import time
import traceback
from contextlib import contextmanager

try:
    import numpy
except ImportError:
    numpy = None

if sys.byteorder != "little":
    raise SystemExit("the protocol is little-endian, but this machine is not")


class Graph:
    """A graph: `nodes`, `edges` (a row of two node numbers each) and `weights` (or None).

    Keep what you build from a graph in its attributes: the same object comes with every request.
    """

    def __init__(self, nodes, edges, weights):
        self.nodes = nodes
        self.edges = edges
        self.weights = weights


class Request:
    """What is asked for.

    graph       the Graph, whose `nodes`, `edges` and `weights` are also at hand here
    parameters  the values of the parameters, by name; those without a value are missing
    start       the start positions, a row of coordinates per node
    seed        for random numbers: the same seed must give the same layout
    dimensions  2 or 3
    threads     how many threads may be used
    deadline    seconds until the trial times out, or None
    frames      how many frames `send_frame` may send; 0 if they are not wanted
    iterations  set it to the number of iterations that the layout took, if it has any
    """

    def __init__(self, graph, message, start, send):
        self.graph = graph
        self.nodes, self.edges, self.weights = graph.nodes, graph.edges, graph.weights
        self.parameters = message.get("parameters", {})
        self.start = start
        self.seed = message.get("seed", 0)
        self.dimensions = message["dimensions"]
        self.threads = message.get("threads", 1)
        self.deadline = message.get("deadline")
        self.frames = message.get("frames", 0)
        self.iterations = None
        self._send = send
        self._sent = 0
        # The time of earlier blocks, and when the running one began; the first is the whole call of `layout`.
        self._nanoseconds = 0
        self._has_blocks = False
        self._began = time.perf_counter_ns()

    @contextmanager
    def clock(self):
        """Times the block. Several blocks add up. Without one, the whole call of `layout` is timed."""
        if self._has_blocks and self._began is not None:
            yield  # The block around this one times it.
            return
        if self._sent and not self._has_blocks:
            raise ValueError("a frame was sent before the first block of 'clock'; send it in the block or after it")
        self._has_blocks = True
        self._began = time.perf_counter_ns()
        try:
            yield
        finally:
            self._nanoseconds = self.elapsed_ns()
            self._began = None

    def elapsed_ns(self):
        """The nanoseconds that the clock has run."""
        return self._nanoseconds + (0 if self._began is None else time.perf_counter_ns() - self._began)

    def send_frame(self, positions, iteration):
        """Sends positions on the way to the layout. The clock stops meanwhile.

        Space the frames evenly: those beyond `frames` are dropped. With `clock`, send none before its first block.
        """
        if self.frames <= self._sent:
            return
        self._sent += 1
        header = {"type": "frame", "iteration": operator.index(iteration), "elapsed_ns": self.elapsed_ns()}
        # After the time is read: a pause that began before could make the next frame earlier.
        began = time.perf_counter_ns()
        self._send(header, positions, self)
        if self._began is not None:
            self._began += time.perf_counter_ns() - began


def serve(name, version, layout, threads=False):
    """Serves requests until the input ends. `layout` takes a Request and returns a row per node."""
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What the engine or its libraries print must not get between the messages.
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    graph = Graph(0, _matrix([], 2, "I"), None)

    def send(message, positions=None, request=None):
        body = b""
        if positions is not None:
            body, rows = _bytes(positions, request)
            message = {**message, "nodes": rows, "dimensions": request.dimensions}
        sink.write(json.dumps(message).encode() + b"\n")
        sink.write(body)
        sink.flush()

    while line := source.readline():
        try:
            message = json.loads(line)
            kind = message.get("type") if isinstance(message, dict) else None
            if kind == "hello":
                send({"type": "hello", "name": name, "version": version, "threads": threads})
            elif kind == "graph":
                graph = _read_graph(source, message)
                send({"type": "graph"})
            elif kind == "layout":
                dimensions = message["dimensions"]
                start = _matrix(_read(source, 8 * graph.nodes * dimensions), dimensions, "d")
                request = Request(graph, message, start, send)
                positions = layout(request)
                header = {"type": "layout", "layout_ns": request.elapsed_ns()}
                if request.iterations is not None:
                    header["iterations"] = int(request.iterations)
                send(header, positions, request)
            else:
                raise ValueError(f"unknown message {kind!r}")
        except (BrokenPipeError, EOFError):
            return
        except Exception as error:  # An engine goes on after an error.
            text = str(error)
            if not isinstance(error, ValueError):
                place = traceback.extract_tb(error.__traceback__)[-1]
                file = os.path.basename(place.filename)
                text = f"{type(error).__name__}: {error} ({file}:{place.lineno})"
            # ForceLab reads no endless lines, and no text that is not UTF-8.
            text = text.encode("utf-8", "replace").decode()[:2000] or type(error).__name__
            send({"type": "error", "message": text})


def unavailable(reason):
    """Says that what the engine needs is not installed, and exits."""
    sys.stdin.buffer.readline()
    print(json.dumps({"type": "unavailable", "message": str(reason)}), flush=True)
    raise SystemExit(0)


def _read(source, count):
    data = source.read(count)
    if len(data) < count:
        raise EOFError
    return data


def _read_graph(source, message):
    count = message["edges"]
    edges = _matrix(_read(source, 8 * count), 2, "I")
    weights = None
    if message.get("weights"):
        weights = array.array("d", _read(source, 8 * count))
        weights = numpy.array(weights) if numpy else list(weights)
    return Graph(message["nodes"], edges, weights)


def _matrix(data, columns, form):
    if numpy:
        kind = {"I": "<u4", "d": "<f8"}[form]
        return numpy.frombuffer(data or b"", dtype=kind).reshape(-1, columns).copy()
    flat = array.array(form, data)
    return [list(flat[row : row + columns]) for row in range(0, len(flat), columns)]


def _bytes(positions, request):
    """The positions as bytes, and how many rows they have."""
    if numpy:
        rows = numpy.ascontiguousarray(positions, dtype="<f8")
        shape = (request.nodes, request.dimensions)
        if rows.shape != shape:
            raise ValueError(f"positions of shape {rows.shape}, but {shape} is needed")
        return rows.tobytes(), len(rows)
    rows = [tuple(row) for row in positions]
    if len(rows) != request.nodes or any(len(row) != request.dimensions for row in rows):
        raise ValueError(f"{request.nodes} rows of {request.dimensions} coordinates are needed")
    return struct.pack(f"<{len(rows) * request.dimensions}d", *(x for row in rows for x in row)), len(rows)
