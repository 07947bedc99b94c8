"""Builds a plan with an engine for many tasks while workers are killed, and compares the packages.

usage: engines.py FIELDPACK ENGINE PLAN EXPECTED OUT

ENGINE is make, parallel, snakemake or slurm. PLAN has its job file beside it. EXPECTED has the packages
of one process. Prints {"packages": N, "killed": N, "different": [...], "leftovers": [...]}.
"""
import hashlib
import json
import os
import random
import re
import shutil
import signal
import socketserver
import subprocess
import sys
import tempfile
import threading
import time

fieldpack, engine, plan, expected, out = sys.argv[1:]
stem = plan[: -len(".jsonl")]
shards = json.loads(open(plan).readline())["shards"]
environment = dict(os.environ, FIELDPACK=fieldpack, PACKAGES=out)
killed = 0
is_over = False


def workers():
    """Returns the processes that build into our folder."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            words = open("/proc/%s/cmdline" % name, "rb").read().split(b"\0")
        except OSError:
            continue
        if out.encode() in words and words[0] == fieldpack.encode() and b"build" in words:
            found.append(int(name))
    return found


def kill_some():
    """Kills workers at random moments, at most eight."""
    global killed
    chance = random.Random(21)
    while not is_over and killed < 8:
        time.sleep(chance.uniform(0.02, 0.3))
        for worker in workers()[:1]:
            try:
                os.kill(worker, signal.SIGKILL)
                killed += 1
            except ProcessLookupError:
                pass


def run(words, **more):
    return subprocess.run(
        words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more
    ).returncode


def build(index):
    return [fieldpack, "build", "--plan", plan, "-o", out, "--shard", "%s/%d" % (index, shards), "-q"]


def make():
    return run(["make", "-f", stem + ".mk", "-j", "2", "-k"])


def parallel():
    numbers = "\n".join(str(index) for index in range(shards))
    return run(["parallel", "-j", "2", "--retries", "3"] + build("{}"), input=numbers, text=True)


def snakemake():
    folder = out + ".snakemake"
    return run(
        ["snakemake", "-s", stem + ".smk", "--cores", "2", "--keep-going", "--rerun-incomplete",
         "--directory", folder])


def free_port():
    """Returns the number of a port that no program uses."""
    with socketserver.TCPServer(("127.0.0.1", 0), None) as server:
        return str(server.server_address[1])


def slurm():
    """Runs the array in a Slurm of its own on this machine, and waits for its end."""
    folder = tempfile.mkdtemp(prefix="slurm-")
    host = subprocess.check_output(["hostname", "-s"], text=True).strip()
    key, socket = folder + "/munge.key", folder + "/munge.socket"
    with open(key, "wb") as file:
        file.write(os.urandom(1024))
    os.chmod(key, 0o400)
    os.chmod(folder, 0o755)
    settings = {
        "ClusterName": "test", "SlurmctldHost": host, "SlurmUser": "root",
        "AuthType": "auth/munge", "AuthInfo": "socket=" + socket, "CryptoType": "crypto/munge",
        "ProctrackType": "proctrack/linuxproc", "TaskPlugin": "task/none",
        "JobAcctGatherType": "jobacct_gather/none", "SelectType": "select/cons_tres",
        "SelectTypeParameters": "CR_Core", "ReturnToService": "2", "SchedulerType": "sched/builtin",
        "SchedulerParameters": "sched_interval=1,batch_sched_delay=0,default_queue_depth=1000",
        "StateSaveLocation": folder + "/state", "SlurmdSpoolDir": folder + "/spool",
        "SlurmctldPidFile": folder + "/ctld.pid", "SlurmdPidFile": folder + "/d.pid",
        "SlurmctldPort": free_port(), "SlurmdPort": free_port(), "MpiDefault": "none",
        "SlurmctldLogFile": folder + "/ctld.log", "SlurmdLogFile": folder + "/d.log",
    }
    cores = os.cpu_count()
    lines = ["%s=%s" % pair for pair in settings.items()]
    lines.append("NodeName=%s NodeAddr=127.0.0.1 CPUs=%d RealMemory=8000 State=UNKNOWN" % (host, cores))
    lines.append("PartitionName=all Nodes=%s Default=YES MaxTime=INFINITE State=UP" % host)
    with open(folder + "/slurm.conf", "w") as file:
        file.write("\n".join(lines) + "\n")
    os.makedirs(folder + "/state")
    os.makedirs(folder + "/spool")
    environment["SLURM_CONF"] = folder + "/slurm.conf"
    daemons = [
        subprocess.Popen(
            words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for words in [
            ["munged", "-F", "--force", "--key-file", key, "--socket", socket,
             "--pid-file", folder + "/munge.pid", "--log-file", folder + "/munge.log",
             "--seed-file", folder + "/munge.seed"],
            ["slurmctld", "-D", "-f", folder + "/slurm.conf"],
            ["slurmd", "-D", "-f", folder + "/slurm.conf", "-N", host],
        ]
    ]
    try:
        for _ in range(60):
            state = subprocess.run(
                ["sinfo", "-h", "-o", "%T"], env=environment, capture_output=True, text=True).stdout
            if "idle" in state:
                break
            time.sleep(0.5)
        else:
            logs = [folder + "/" + name for name in ("ctld.log", "d.log", "munge.log")]
            sys.exit("Slurm does not start: " + "".join(open(log).read()[-800:] for log in logs))
        code = 1
        for _ in range(4):
            # --wait ends with the array; its status is the worst of the tasks.
            code = run(
                ["sbatch", "--wait", "--chdir", folder, "--cpus-per-task=1", "--mem=500", stem + ".sbatch"],
                timeout=200)
            if code == 0:
                break
        return code
    finally:
        for daemon in reversed(daemons):
            daemon.terminate()
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
        shutil.rmtree(folder, ignore_errors=True)


def digests(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".mmpk"):
            found[name] = hashlib.sha256(open(folder + "/" + name, "rb").read()).hexdigest()
    return found


os.makedirs(out, exist_ok=True)
os.makedirs(out + ".snakemake", exist_ok=True)
killer = threading.Thread(target=kill_some, daemon=True)
killer.start()
# Somebody starts the first share by hand as well.
twice = subprocess.Popen(build(0), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
engines = {"make": make, "parallel": parallel, "snakemake": snakemake, "slurm": slurm}
for attempt in range(6):
    if engines[engine]() == 0:
        break
is_over = True
killer.join()
twice.wait()
# It removes what killed workers left.
run([fieldpack, "collect", out, "--plan", plan, "-q"])
ours, others = digests(out), digests(expected)
pattern = re.compile(r"partial|scratch")
print(
    json.dumps(
        {
            "packages": len(ours),
            "killed": killed,
            "different": [name for name in others if ours.get(name) != others[name]],
            "leftovers": [name for name in os.listdir(out) if pattern.search(name)],
        }
    )
)
