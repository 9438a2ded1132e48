"""A private Slurm cluster of two nodes on this machine, which ends with the tests."""

import atexit
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PLACE = pathlib.Path(tempfile.mkdtemp(prefix="forcelab-cluster-"))
# A limit that only turns a hang into a failure.
LIMIT = 600


def wait_for(what, condition, limit=LIMIT):
    """The first value of `condition` that is true."""
    end = time.monotonic() + limit
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"waited {limit} s for {what}\n{logs()}")
        time.sleep(0.05)


def logs():
    return "\n".join(
        f"== {path.name}\n{path.read_text(errors='replace')[-3000:]}"
        for path in sorted((PLACE / "log").glob("*")))


def call(*words, check=True, **options):
    return subprocess.run(
        words, check=check, text=True, capture_output=True, timeout=LIMIT, **options)


def processes(matches):
    """The identifiers of the processes whose command line and environment `matches`."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if matches(command, lambda: (entry / "environ").read_bytes().decode(errors="replace")):
                found.append(int(entry.name))
        except OSError:
            pass
    return found


def kill(identifier, number=signal.SIGKILL):
    try:
        os.kill(identifier, number)
    except ProcessLookupError:
        pass


def pid(name):
    try:
        return int((PLACE / f"{name}.pid").read_text())
    except (OSError, ValueError):
        return None


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def start():
    PLACE.chmod(0o755)
    for name in ("state", "log"):
        (PLACE / name).mkdir()
    text = (HERE / "slurm.conf").read_text().replace("@DIR@", str(PLACE))
    text = text.replace("@HOST@", socket.gethostname().split(".")[0])
    for index, port in enumerate(free_ports(3)):
        text = text.replace(f"@PORT{index}@", str(port))
    (PLACE / "slurm.conf").write_text(text)
    os.environ["SLURM_CONF"] = str(PLACE / "slurm.conf")
    key = PLACE / "munge.key"
    key.write_bytes(os.urandom(1024))
    key.chmod(0o600)
    call(
        "munged", "--force", f"--key-file={key}", f"--socket={PLACE}/munge.sock",
        f"--pid-file={PLACE}/munged.pid", f"--log-file={PLACE}/log/munged.log",
        f"--seed-file={PLACE}/munge.seed")
    atexit.register(stop)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    call("slurmctld", "-c")
    for node in ("n1", "n2"):
        start_node(node)


def start_node(node, setup=""):
    """Starts a node; the shell commands `setup` change what it sees of the files of the machine."""
    if setup:
        call("unshare", "--mount", "--propagation", "private", "sh", "-ec", f"{setup}; slurmd -N {node}")
    else:
        call("slurmd", "-N", node)
    wait_for(f"{node} to be idle", lambda: "idle" in state(node))


def state(node):
    return call("sinfo", "--noheader", f"--nodes={node}", "--format=%t", check=False).stdout.strip()


def steps(node):
    """The processes of the tasks on `node`, and those of Slurm that started them."""
    words = (f"SLURMD_NODENAME={node}\0", f"SLURM_CONF={os.environ['SLURM_CONF']}\0")
    tasks = processes(lambda command, environment: all(word in environment() for word in words))
    return tasks + [parent for parent in map(parent_of, tasks) if parent]


def parent_of(identifier):
    try:
        stat = pathlib.Path(f"/proc/{identifier}/stat").read_text()
        parent = int(stat.rsplit(")", 1)[1].split()[1])
        command = pathlib.Path(f"/proc/{parent}/cmdline").read_text()
        return parent if command.startswith("slurmstepd") else None
    except (OSError, ValueError):
        return None


def kill_node(node):
    """Ends the daemon of a node and all that it has started, as a power failure does."""
    kill(pid(f"slurmd-{node}"))
    for identifier in steps(node):
        kill(identifier)


def stop_node(node):
    """Ends the daemon of an idle node."""
    identifier = pid(f"slurmd-{node}")
    kill(identifier, signal.SIGTERM)
    wait_for(f"{node} to end", lambda: not pathlib.Path(f"/proc/{identifier}").exists())


def stop():
    for node in ("n1", "n2"):
        kill_node(node)
    for name in ("ctld", "munged"):
        identifier = pid(name)
        if identifier:
            kill(identifier, signal.SIGTERM)
            for _ in range(100):
                if not pathlib.Path(f"/proc/{identifier}").exists():
                    break
                time.sleep(0.1)
            else:
                kill(identifier)
    shutil.rmtree(PLACE, ignore_errors=True)
