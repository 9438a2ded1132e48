"""Sweeps on two nodes: the same results as on one machine, whatever fails, and a message for each failure."""

import collections
import csv
import datetime
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import time
import unittest

import cluster
from cluster import PLACE, call, kill, wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORCELAB = pathlib.Path(os.environ.get("FORCELAB", ROOT / ".build/release/forcelab"))

# 30 blocks of 8 trials, of some hundredths of a second each.
SWEEP = """
name: sweep
repeat: 10
forces: [many-body, link]
placement: {uniform: {}}
repulsion: exact
stop: {iterations: 250}
record: {every: 20}
metrics: [stress]
sweep:
  grid:
    graph: [{path: {count: 150}}, {ring: {count: 120}}, {mesh: {rows: 12, columns: 12}}]
    forces.many-body.strength: [-10, -30, -50, -70]
    forces.link.length: [20, 40]
"""
TRIALS = 240
BLOCKS = ["--executor", "{slurm: {trials-per-task: 8}}"]

# The engine `steady` computes, `absent` is not installed on the second node.
ENGINE = """
import os, sys, time
import forcelab_engine

def layout(request):
    with request.clock():
        time.sleep(0.3)
        return [[value / 2 for value in position] for position in request.start]

if sys.argv[1] == "absent" and os.environ.get("SLURMD_NODENAME") == "n2":
    forcelab_engine.unavailable("no module of this node")
else:
    forcelab_engine.serve("test", version="1", layout=layout)
"""
ENGINE_SWEEP = """
name: engines
repeat: 12
graph: {ring: {count: 20}}
placement: {uniform: {}}
metrics: [stress]
variants: {ours: {stop: {iterations: 20}}, steady: {engine: steady}, absent: {engine: absent}}
"""

TUNING = """
name: tuning
sweep: {grid: {graph: [{ring: 8}, {ring: 9}, {ring: 10}, {ring: 11}, {ring: 12}, {ring: 13}, {ring: 14}, {ring: 15}]}}
placement: {uniform: {}}
stop: {iterations: 30}
tune: {minimize: [stress], over: {forces.link.length: {from: 1, to: 100, scale: log}}}
"""


def forcelab(*words, path=None, cwd=PLACE):
    environment = dict(os.environ, HOME=str(PLACE))
    if path is not None:
        environment["PATH"] = path
    return subprocess.run(
        [FORCELAB, *map(str, words)], cwd=cwd, text=True, capture_output=True, env=environment,
        timeout=cluster.LIMIT)


def table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def timeless(path):
    """The rows without times and without what depends on the machine."""
    return [
        {
            name: value for name, value in row.items()
            if "_ns" not in name and "_seconds" not in name and name not in ("contended", "host")
        } for row in table(path)]


def files(folder):
    """The names of the files of a run. Which times have a chart depends on the times."""
    names = (str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob("*") if path.is_file())
    return {name for name in names if not re.match(r"plots/.*(-ns-|seconds)", name)}


def journaled(folder):
    """The trials in the journals of tasks, and those that are merged."""
    found = set()
    for path in [*(folder / "tasks").glob("*.jsonl"), folder / "journal.jsonl"]:
        try:
            found.update(int(number) for number in re.findall(r'(?m)^{"trial":(\d+),', path.read_text()))
        except FileNotFoundError:
            pass
    return found


def tasks(folder):
    """The processes that run tasks of the run in `folder`."""
    return cluster.processes(lambda command, _: f" task {folder} " in command)


def queue():
    """The lines of squeue, such as `4_1 RUNNING`."""
    return call("squeue", "--noheader", "--array", "--format=%i %T").stdout.split("\n")[:-1]


def requeue(task=""):
    """The first running task of an array whose name begins with `task`, which is now requeued."""
    for line in queue():
        name, state = line.split()
        if "_" in name and name.startswith(task) and state == "RUNNING":
            return name if call("scontrol", "requeue", name, check=False).returncode == 0 else None
    return None


def start_requeued_tasks():
    """Starts tasks soon that Slurm requeued and would let wait for two minutes.

    A node refuses a task in the second in which it ended the same task, and Slurm then takes it as failed.
    """
    soon = (datetime.datetime.now() + datetime.timedelta(seconds=4)).isoformat()
    for line in call("squeue", "--noheader", "--array", "--format=%i %S %r").stdout.splitlines():
        task, start, reason = line.split(maxsplit=2)
        # Slurm shows a start that has passed as N/A.
        if reason == "BeginTime" and soon < start != "N/A":
            call("scontrol", "update", f"JobId={task}", "StartTime=now+2", check=False)


def empty_queue():
    start_requeued_tasks()
    return not queue()


def setUpModule():
    try:
        cluster.start()
    except (AssertionError, OSError, subprocess.SubprocessError) as error:
        print(f"Skipped the cluster tests: Slurm does not start on this machine.\n{error}\n{cluster.logs()}")
        raise unittest.SkipTest("Slurm does not start on this machine")
    (PLACE / "sweep.yaml").write_text(SWEEP)
    done = forcelab("run", "sweep.yaml", "--out", "local", "--quiet")
    assert done.returncode == 0, done.stderr


class ClusterTests(unittest.TestCase):
    maxDiff = 2000

    def tearDown(self):
        call("scancel", "--user=root", check=False)
        wait_for("an empty queue", lambda: not queue())

    def run_sweep(self, name, *options):
        done = forcelab("run", "sweep.yaml", "--out", PLACE / name, *options)
        self.assertNotIn("Fatal error", done.stderr)
        return done

    def submit(self, name, *options):
        done = self.run_sweep(name, *(options or BLOCKS))
        self.assertEqual(done.returncode, 0, done.stderr)
        return PLACE / name

    def assert_same_as_local(self, folder):
        local = PLACE / "local"
        self.assertEqual(files(folder), files(local))
        for name in ("trials.csv", "samples.csv", "summary.csv"):
            self.assertEqual(timeless(folder / name), timeless(local / name), name)
        for name in files(local):
            if name.startswith(("layouts/", "graphs/")) or name in ("columns.json", "experiment.yaml"):
                self.assertEqual((folder / name).read_bytes(), (local / name).read_bytes(), name)
        verified = forcelab("verify", folder)
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)

    def assert_pairs_share_a_host(self, folder):
        hosts = collections.defaultdict(set)
        for row in table(folder / "trials.csv"):
            hosts[row["repeat"], row["graph"]].add(row["host"])
        self.assertEqual(len(hosts), 30)
        self.assertEqual({len(names) for names in hosts.values()}, {1})
        return set.union(*hosts.values())

    def test_a_sweep_equals_the_local_run_and_pairs_share_a_host(self):
        done = self.run_sweep("plain", "--executor", "{slurm: {trials-per-task: 40}}", "--wait")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"Submitted 240 trials in 6 tasks: job \d+, merged by job \d+\.")
        self.assertRegex(done.stderr, r"240/240 trials, .*; 0 tasks running, 0 pending, 0 failed")
        self.assert_same_as_local(PLACE / "plain")
        self.assertEqual(self.assert_pairs_share_a_host(PLACE / "plain"), {"n1", "n2"})
        environment = json.loads((PLACE / "plain/environment.json").read_text())
        self.assertEqual([host["name"] for host in environment["hosts"]], ["n1", "n2"])
        self.assertRegex(environment["jobs"][0], r"^\d+$")

    def test_nothing_is_lost_when_a_node_tasks_and_merges_fail(self):
        folder = PLACE / "chaos"
        folder_options = ["--executor", "{slurm: {trials-per-task: 8}}"]
        self.submit("chaos", *folder_options)
        choose = random.Random(7)
        kills = sorted(choose.sample(range(5, 235), 20))
        requeue_at, node, merges = 30, 60, [90, 150, 200]
        killed = 0
        seen = set()

        def resubmit_if_idle():
            if not queue():
                done = self.run_sweep("chaos", *folder_options, "--resume")
                self.assertEqual(done.returncode, 0, done.stderr)

        end = time.monotonic() + cluster.LIMIT
        while len(journaled(folder)) < TRIALS and (folder / "tasks").exists():
            self.assertLess(time.monotonic(), end, cluster.logs())
            now = journaled(folder)
            # What was journaled once is never lost.
            self.assertLessEqual(seen, now)
            seen = now
            start_requeued_tasks()
            resubmit_if_idle()
            if kills and len(now) >= kills[0]:
                running = tasks(folder)
                if running:
                    kill(choose.choice(running))
                    kills.pop(0)
                    killed += 1
            if requeue_at and len(now) >= requeue_at and requeue():
                requeue_at = None
            if node and len(now) >= node:
                cluster.kill_node("n2")
                node = None
            if merges and len(now) >= merges[0]:
                merges.pop(0)
                merging = subprocess.Popen(
                    [FORCELAB, "collect", folder, "--quiet"], stderr=subprocess.DEVNULL)
                time.sleep(choose.random() * 0.2)
                merging.kill()
                merging.wait()
            time.sleep(0.02)
        self.assertIsNone(requeue_at)
        self.assertIsNone(node)
        self.assertGreaterEqual(killed, 15)
        wait_for("the merge", empty_queue)
        if "idle" not in cluster.state("n2"):
            cluster.start_node("n2")
        done = self.run_sweep("chaos", *folder_options, "--resume", "--wait")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assert_same_as_local(folder)

    def test_a_task_that_is_requeued_twice_continues(self):
        # Slurm may take a task as failed that ends while it is being requeued.
        self.assertTrue(any(self.is_requeued_twice(f"requeued-{number}") for number in range(5)))

    def is_requeued_twice(self, name):
        """Whether a task had a third run. Its run then equals the local one in either case."""
        options = ["--executor", "{slurm: {trials-per-task: 120}}"]
        folder = self.submit(name, *options)
        wait_for("10 trials", lambda: len(journaled(folder)) >= 10)
        before = journaled(folder)
        task = wait_for("a running task", requeue)
        wait_for("its second run", lambda: empty_queue() or requeue(task))
        third_run = "tasks/*-2.jsonl"
        wait_for("its third run", lambda: empty_queue() or list(folder.glob(third_run)))
        has_third_run = bool(list(folder.glob(third_run)))
        # What was journaled once is never lost.
        self.assertLessEqual(before, journaled(folder))
        wait_for("the merge", empty_queue)
        done = self.run_sweep(name, *options, "--resume", "--wait")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assert_same_as_local(folder)
        return has_third_run

    def test_a_signal_ends_a_task_after_its_trial_and_a_canceled_run_can_be_resumed(self):
        folder = self.submit("signal", "--executor", "{slurm: {trials-per-task: 240}}")
        wait_for("a trial", lambda: journaled(folder))
        job = next(line.split()[0] for line in queue() if "RUNNING" in line)
        # As Slurm does before the time limit.
        call("scancel", "--batch", "--signal=TERM", job)
        wait_for("the end of the task", lambda: not queue())
        shown = forcelab("show", folder)
        missing = TRIALS - len(journaled(folder))
        self.assertGreater(missing, 0)
        self.assertIn(f"ended with {missing} of 240 trials missing: FAILED on n", shown.stdout)
        self.assertIn(": a signal ended the task, such as the one before its time limit;", shown.stdout)
        self.submit("signal", "--executor", "{slurm: {trials-per-task: 8}}", "--resume")
        wait_for("a running task", lambda: any("RUNNING" in line for line in queue()))
        cancelled = forcelab("cancel", folder)
        self.assertRegex(cancelled.stdout, r"Cancelled \d+ tasks\.")
        wait_for("the end of the tasks", lambda: not queue())
        # What was done by then is merged.
        self.assertEqual(len(table(folder / "trials.csv")), len(journaled(folder)))
        done = self.run_sweep("signal", "--executor", "{slurm: {trials-per-task: 40}}", "--resume", "--wait")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assert_same_as_local(folder)

    def test_an_interrupt_leaves_the_tasks_and_a_second_one_cancels_them(self):
        for interrupts in (1, 2):
            folder = PLACE / f"interrupted-{interrupts}"
            waiting = subprocess.Popen(
                [FORCELAB, "run", "sweep.yaml", "--out", folder, "--wait", "--executor",
                 "{slurm: {trials-per-task: 240}}"], cwd=PLACE, text=True, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, env=dict(os.environ, HOME=str(PLACE)))
            wait_for("a trial", lambda: journaled(folder))
            # Lines appear as they are written.
            for _ in range(interrupts):
                waiting.send_signal(signal.SIGINT)
                time.sleep(0.5)
            output, _ = waiting.communicate(timeout=cluster.LIMIT)
            self.assertEqual(waiting.returncode, 130)
            self.assertIn("Stopped waiting; the tasks run on.", output)
            self.assertEqual("Cancelled the tasks." in output, interrupts == 2)
            wait_for("an empty queue", lambda: not queue())
            if interrupts == 1:
                self.assertEqual(len(table(folder / "trials.csv")), TRIALS)

    def test_refusals_of_slurm_are_reported(self):
        for settings, message in (
            ("partition: nowhere", "invalid partition specified: nowhere"),
            ("memory: 100GB", "Memory specification can not be satisfied"),
            ("constraint: gold", "Invalid feature specification"),
        ):
            done = self.run_sweep("refused", "--executor", f"{{slurm: {{{settings}}}}}", "--fresh")
            self.assertEqual(done.returncode, 2)
            self.assertIn("Slurm refused the tasks: ", done.stderr)
            self.assertIn(message, done.stderr)

    def test_nodes_without_the_folder_and_with_another_processor_are_reported(self):
        private = PLACE / "private"
        private.mkdir()
        info = re.sub(
            r"(?m)^model name.*$", "model name\t: Other Processor",
            pathlib.Path("/proc/cpuinfo").read_text())
        (PLACE / "cpuinfo").write_text(info)
        cluster.stop_node("n2")
        try:
            cluster.start_node(
                "n2", f"mount -t tmpfs none {private}; mount --bind {PLACE}/cpuinfo /proc/cpuinfo")
        except subprocess.CalledProcessError as error:
            cluster.start_node("n2")
            self.skipTest(f"no mount namespaces: {error.stderr}")
        done = self.run_sweep(
            "private/run", "--executor", "{slurm: {trials-per-task: 240, constraint: second}}", "--wait")
        self.assertEqual(done.returncode, 1)
        self.assertIn("ended with 240 of 240 trials missing", done.stdout)
        self.assertIn("the node could not open the run folder; does it share it?", done.stdout)
        done = self.run_sweep("mixed", "--executor", "{slurm: {trials-per-task: 40}}", "--wait")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        environment = json.loads((PLACE / "mixed/environment.json").read_text())
        self.assertIn("Other Processor", environment["cpu"])
        compared = forcelab("compare", "mixed", "--by", "forces.link.length")
        self.assertIn("trials ran on 2 models of processors", compared.stderr)
        self.assertNotIn("ran on different processors", compared.stderr)
        against = forcelab("compare", "local", "mixed")
        self.assertIn("compare other measures, but not times", against.stderr)
        cluster.stop_node("n2")
        cluster.start_node("n2")

    def test_engines_that_end_or_are_missing_fail_only_their_trials(self):
        engines = PLACE / "Engines"
        engines.mkdir()
        (engines / "engine.py").write_text(ENGINE)
        for name in ("steady", "absent"):
            (engines / f"{name}.engine.yaml").write_text(
                f"name: {name}\nsummary: An engine for tests.\ncommand: [python3, engine.py, {name}]\n"
                f"environment: {{PYTHONPATH: {ROOT}/Engines/python}}\ninstall: ask the operator\n")
        (PLACE / "engines.yaml").write_text(ENGINE_SWEEP)
        folder = PLACE / "engines"
        options = ["--out", folder, "--executor", "{slurm: {trials-per-task: 18}}"]
        self.assertEqual(forcelab("run", "engines.yaml", *options).returncode, 2)
        self.assertFalse(folder.exists())
        done = forcelab("run", "engines.yaml", *options, "--trust")
        self.assertEqual(done.returncode, 0, done.stderr)

        def computing(name):
            found = []
            for task in tasks(folder):
                workers = pathlib.Path(f"/proc/{task}/task/{task}/children").read_text().split()
                for worker in map(int, workers):
                    started = pathlib.Path(f"/proc/{worker}/task/{worker}/children").read_text().split()
                    found += [(worker, int(engine)) for engine in started if name in
                              pathlib.Path(f"/proc/{engine}/cmdline").read_text()]
            return found

        def victim():
            try:
                return computing("steady")
            except OSError:
                return None

        kill(wait_for("an engine", victim)[0][1])
        before = len(journaled(folder))
        wait_for("more trials", lambda: len(journaled(folder)) > before + 4)
        worker, orphan = wait_for("another engine", victim)[0]
        kill(worker)
        wait_for("the end of its engine", lambda: not pathlib.Path(f"/proc/{orphan}").exists())
        wait_for("an empty queue", empty_queue)
        rows = table(folder / "trials.csv")
        self.assertEqual(len(rows), 36)
        messages = [row["message"] for row in rows if row["status"] == "failed"]
        for message in messages:
            self.assertRegex(message, "'steady' .*killed, perhaps|its process died of signal 9")
        self.assertLessEqual(len(messages), 2)
        self.assertGreaterEqual(len(messages), 1)
        self.assertEqual({row["host"] for row in rows}, {"n1", "n2"})
        for row in rows:
            # The killed worker may have run any of them.
            if row["status"] == "failed":
                continue
            is_missing = row["variant"] == "absent" and row["host"] == "n2"
            self.assertEqual(row["status"], "skipped" if is_missing else "ok")
            if is_missing:
                self.assertIn(
                    "'absent' is not installed: no module of this node; to install it: ask the operator",
                    row["message"])
        self.assertFalse(cluster.processes(lambda command, _: "engine.py" in command))
        self.assertEqual(forcelab("verify", folder).returncode, 0)

    def test_a_tuning_is_that_of_one_machine_although_it_is_killed(self):
        (PLACE / "tuning.yaml").write_text(TUNING)
        words = ["tune", "tuning.yaml", "--budget", "100", "--out"]
        self.assertEqual(forcelab(*words, "alone").returncode, 0)
        on_nodes = [*map(str, words), "shared", "--executor", "{slurm: {trials-per-task: 6}}"]
        for _ in range(int(os.environ.get("FORCELAB_KILLS", 2))):
            running = subprocess.Popen(
                [FORCELAB, *on_nodes, *(["--resume"] if (PLACE / "shared").exists() else [])], cwd=PLACE,
                env=dict(os.environ, HOME=str(PLACE)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(random.uniform(0.5, 6))
            running.kill()
            running.wait()
        done = forcelab(*on_nodes, "--resume")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((PLACE / "shared/tune.json").read_text(), (PLACE / "alone/tune.json").read_text())


if __name__ == "__main__":
    unittest.main()
