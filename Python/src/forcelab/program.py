"""The program `forcelab`, which computes everything."""

import json
import os
import shutil
import subprocess
import sys
import threading

import numpy
import pandas


class ForceLabError(RuntimeError):
    """The program refused its input or failed. The message is that of the program."""


def program():
    """The path of the program: that of $FORCELAB, or else the first in the PATH."""
    named = os.environ.get("FORCELAB")
    path = shutil.which(named or "forcelab")
    if path is None:
        raise ForceLabError(
            f"there is no program at $FORCELAB, '{named}'" if named
            else "the program 'forcelab' is not in the PATH; install it, or set FORCELAB to its path")
    return path


def call(arguments, folder=None, progress=False):
    """What the program prints to its standard output. Raises ForceLabError with its messages if it fails.

    With `progress`, its progress is shown: by the program itself in a terminal, and in one line in a notebook.
    """
    shown = progress and sys.stderr.isatty()
    process = subprocess.Popen(
        [program(), *map(str, arguments)], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=None if shown else subprocess.PIPE, text=True, encoding="utf-8", errors="replace")
    line = _Line() if progress and not shown else None
    messages = []
    try:
        if line is None:
            output, error = process.communicate()
            messages = (error or "").splitlines()
        else:
            # Both are read at once: the program waits while a pipe is full.
            parts = []
            reader = threading.Thread(target=lambda: parts.append(process.stdout.read()), daemon=True)
            reader.start()
            for message in process.stderr:
                messages.append(message.rstrip("\n"))
                line.show(messages[-1])
            process.wait()
            reader.join()
            output = "".join(parts)
    except BaseException:
        # The program ends its own children when it is told to.
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        raise
    finally:
        if line is not None:
            line.clear()
    return process.returncode, output, messages


def checked(arguments, folder=None, progress=False, codes=(0,)):
    """The same, where every other code than `codes` is an error."""
    code, output, messages = call(arguments, folder, progress)
    if code not in codes:
        errors = [line for line in messages if "error:" in line.lower()] or messages[-5:]
        raise ForceLabError("\n".join(errors) or f"forcelab ended with code {code}")
    return output


def settings(values):
    """Arguments for `set`: a text such as "repeat=20", several, or a dictionary of paths and values."""
    if isinstance(values, str):
        values = [values]
    elif isinstance(values, dict):
        values = [f"{path}={json.dumps(value, ensure_ascii=False, default=plain)}" for path, value in values.items()]
    return [argument for value in values for argument in ("--set", value)]


def plain(value):
    """What JSON has for numbers and arrays of numpy, series of pandas, ranges and paths."""
    if isinstance(value, numpy.generic):
        return value.item()
    if isinstance(value, (numpy.ndarray, pandas.Series, pandas.Index)):
        return value.tolist()
    if isinstance(value, range):
        return list(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"{value!r} cannot be a part of an experiment")


class _Line:
    """One line of a notebook or a log that shows the last message."""

    def __init__(self):
        try:
            from IPython import get_ipython
            from IPython.display import display
            self.handle = display({"text/plain": ""}, raw=True, display_id=True) if get_ipython() else None
        except ImportError:
            self.handle = None

    def show(self, text):
        if self.handle is not None:
            self.handle.update({"text/plain": text}, raw=True)

    def clear(self):
        self.show("")


def read_table(path, **options):
    """A CSV file as a data frame, with each number as it was written."""
    if int(pandas.__version__.split(".")[0]) < 3:
        # Later versions always do.
        options["float_precision"] = "round_trip"
    return pandas.read_csv(path, low_memory=False, **options)
