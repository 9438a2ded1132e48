"""The program `forcelab`, which computes everything."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

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

    With `progress`, its messages are shown: all of them in a terminal, and the last one in a notebook.
    """
    process = subprocess.Popen(
        [program(), *map(str, arguments)], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="replace")
    line = _Line() if progress else None
    messages = []
    try:
        if line is None:
            output, error = process.communicate()
            messages = error.splitlines()
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
        values = [f"{path}={yaml(value)}" for path, value in values.items()]
    return [argument for value in values for argument in ("--set", value)]


def yaml(value, **options):
    """The value as YAML: JSON, but for numbers that are not finite."""
    text = json.dumps(value, ensure_ascii=False, default=plain, **options)
    # Characters that YAML does not allow, or that end a line.
    text = re.sub("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]", lambda found: f"\\u{ord(found[0]):04x}", text)
    words = {"Infinity": ".inf", "-Infinity": "-.inf", "NaN": ".nan"}
    # Texts in quotes stay as they are.
    return re.sub(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN', lambda found: words.get(found[0], found[0]), text)


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
    """One line of a notebook that shows the last message, or a terminal with a line for each."""

    def __init__(self):
        self.handle = None
        self.is_terminal = sys.stderr.isatty()
        if self.is_terminal:
            return
        try:
            from IPython import get_ipython
            from IPython.display import display
            self.handle = display({"text/plain": ""}, raw=True, display_id=True) if get_ipython() else None
        except ImportError:
            pass

    def show(self, text):
        if self.is_terminal:
            print(text, file=sys.stderr, flush=True)
        elif self.handle is not None:
            self.handle.update({"text/plain": text}, raw=True)

    def clear(self):
        if self.handle is not None:
            self.show("")


@contextmanager
def _reading(path):
    """Raises ForceLabError with the path for a file that is missing or damaged."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise ForceLabError(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def read_json(path):
    with _reading(path):
        return json.loads(Path(path).read_text(encoding="utf-8"))


def read_table(path, **options):
    """A CSV file as a data frame, with each number as it was written."""
    if int(pandas.__version__.split(".")[0]) < 3:
        # Later versions always do.
        options["float_precision"] = "round_trip"
    with _reading(path), open(path, "rb") as file:
        frame = pandas.read_csv(file, low_memory=False, **options)
        file.seek(-1, os.SEEK_END)
        if file.read() != b"\n":
            raise ValueError("the last row is truncated; if the run has ended, resume it, or restore the file from a copy")
    return frame
