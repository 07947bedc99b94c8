"""Damages the inputs of the parsers, and keeps account in fuzzing.md.

usage: fuzz.py MINUTES [WORD]   run each test of a parser that has not had its hour, or those of them
                                with WORD in their line, for MINUTES of processor time, on all
                                processors; those with the least time so far come first

The build counts branches (`.build-fuzz`): damage goes on from inputs that led to new code. An input
that ends a test is kept in `.build-fuzz/inputs`. The account is kept after each test.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build-fuzz"
LEDGER = ROOT / "Tests/Judges/fuzzing.md"
HOUR = 60
# A file system in memory: a disk would be what most tests wait for.
MEMORY = "/dev/shm"
FLAGS = ["-sanitize=fuzzer", "-sanitize-coverage=edge,inline-8bit-counters"]
# What the compiler's counters call when a program starts. Programs other than the tests have none.
START = "void __sanitizer_cov_8bit_counters_init(char *first, char *end) {}\n"
lock = threading.Lock()


def build():
    BUILD.mkdir(exist_ok=True)
    start = BUILD / "start.o"
    subprocess.run(["clang", "-x", "c", "-c", "-", "-o", start], input=START.encode(), check=True)
    command = ["swift", "build", "-c", "release", "--build-tests", "--scratch-path", BUILD]
    for flag in FLAGS:
        command += ["-Xswiftc", "-Xfrontend", "-Xswiftc", flag]
    subprocess.run(command + ["-Xlinker", start], cwd=ROOT, check=True)


def rows():
    """The lines of the table: [parser, module, test, minutes, inputs, slowest, memory]."""
    for line in LEDGER.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and cells[3].isdigit():
            yield cells


def spent(parser):
    """An hour is a parser's, whichever of its tests it goes to."""
    return sum(int(row[3]) for row in rows() if row[0] == parser)


def account(module, test, minutes, inputs, slowest, memory):
    lines = LEDGER.read_text().splitlines(keepends=True)
    for at, line in enumerate(lines):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells[1:3] == [module, test]:
            cells[3] = str(int(cells[3]) + minutes)
            cells[4] = f"{int(cells[4].replace(',', '')) + inputs:,}"
            cells[5] = f"{max(int(cells[5].replace(',', '')), slowest):,}"
            cells[6] = f"{max(int(cells[6].replace(',', '')), memory):,}"
            lines[at] = "| " + " | ".join(cells) + " |\n"
    new = LEDGER.with_suffix(".new")
    new.write_text("".join(lines))
    new.replace(LEDGER)


def run(module, test, minutes, begin):
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        judge(module, test, minutes, begin, pathlib.Path(folder))


def judge(module, test, minutes, begin, folder):
    inputs = folder / "inputs"
    inputs.mkdir()
    settings = {
        "FIELDPACK_FUZZ_SECONDS": str(minutes * 60),
        "FIELDPACK_FUZZ_SEED": str(begin),
        "FIELDPACK_FUZZ_FOLDER": str(inputs),
        "TMPDIR": str(folder),
        # The same corpus in each run with the same seed.
        "SWIFT_DETERMINISTIC_HASHING": "1",
        # One case at a time: all share the counters.
        "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "1",
    }
    program = BUILD / "release/fieldpackPackageTests.xctest"
    command = ["/usr/bin/time", "-f", "memory %M", program, "--testing-library", "swift-testing"]
    result = subprocess.run(
        command + ["--filter", rf"^{module}\..*{re.escape(test)}"], cwd=ROOT,
        env=os.environ | settings, capture_output=True, text=True, errors="replace")
    output = result.stdout + result.stderr
    told = re.findall(r"fuzzed (\d+) inputs, the slowest in (\d+) ms", output)
    if result.returncode != 0 or not told:
        failures = [line for line in output.splitlines() if re.search("✘|error|Fatal", line)]
        kept = BUILD / "inputs" / re.sub(r"\W+", "-", f"{module} {test}")
        shutil.copytree(inputs, kept, dirs_exist_ok=True)
        print(f"FAILED from seed {begin}: {module}, {test}\n  see {kept}")
        print("\n".join("  " + line[:1000] for line in failures[:20]), flush=True)
        return
    memory = int(re.findall(r"memory (\d+)", output)[-1]) // 1024
    count = sum(int(count) for count, _ in told)
    slowest = max(int(time) for _, time in told)
    with lock:
        account(module, test, minutes * len(told), count, slowest, memory)
    kept = re.findall(r"kept .*", output)
    print(f"{module}, {test}: {count:,} inputs, the slowest in {slowest} ms, "
          f"{memory} MB, {kept[-1] if kept else ''}", flush=True)


def main():
    minutes = int(sys.argv[1])
    word = sys.argv[2] if len(sys.argv) > 2 else ""
    build()
    due = [row for row in rows() if word in " ".join(row) and spent(row[0]) < HOUR]
    due.sort(key=lambda row: int(row[3]))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        for row in due:
            workers.submit(run, row[1], row[2], minutes, int(row[4].replace(",", "")))


if __name__ == "__main__":
    main()
