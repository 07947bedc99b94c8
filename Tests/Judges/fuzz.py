"""Damages the inputs of the parsers, and keeps account in fuzzing.md.

usage: fuzz.py MINUTES [WORD]   run the tests of all parsers that have not had their hour, or those
                                with WORD in their line, for MINUTES of processor time each, on all
                                processors; the tests with the least time so far come first

The tests are built in `.build-fuzz` with counts of branches: damage goes on from inputs that reached
new code. If a test fails, its last inputs are in `.build-fuzz/inputs`, and the status is 1. The
account is kept after each test.
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
# A file system in memory: on a disk, most tests would wait for it.
MEMORY = "/dev/shm"
FLAGS = ["-sanitize=fuzzer", "-sanitize-coverage=edge,inline-8bit-counters"]
# The compiler's counters call this when a program starts.
START = "void __sanitizer_cov_8bit_counters_init(char *first, char *end) {}\n"
# The cells of a line of the ledger.
PARSER, MODULE, TEST, MINUTES, INPUTS, SLOWEST, MEGABYTES = range(7)
ledger = threading.Lock()


def build():
    BUILD.mkdir(exist_ok=True)
    start = BUILD / "start.o"
    subprocess.run(["clang", "-x", "c", "-c", "-", "-o", start], input=START.encode(), check=True)
    command = ["swift", "build", "-c", "release", "--build-tests", "--scratch-path", BUILD]
    for flag in FLAGS:
        command += ["-Xswiftc", "-Xfrontend", "-Xswiftc", flag]
    subprocess.run(command + ["-Xlinker", start], cwd=ROOT, check=True)


def row(line):
    """The cells of a line with a test; numbers as such. None for other lines."""
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    if len(cells) != 7 or not cells[MINUTES].isdigit():
        return None
    return cells[:MINUTES] + [int(cell.replace(",", "")) for cell in cells[MINUTES:]]


def rows():
    return [cells for cells in map(row, LEDGER.read_text().splitlines()) if cells]


def account(tested, minutes, inputs, slowest, megabytes):
    lines = LEDGER.read_text().splitlines()
    for at, line in enumerate(lines):
        cells = row(line)
        if cells and cells[:MINUTES] == tested[:MINUTES]:
            numbers = [
                cells[MINUTES] + minutes, cells[INPUTS] + inputs,
                max(cells[SLOWEST], slowest), max(cells[MEGABYTES], megabytes),
            ]
            lines[at] = "| " + " | ".join(cells[:MINUTES] + [f"{n:,}" for n in numbers]) + " |"
    new = LEDGER.with_suffix(".new")
    new.write_text("\n".join(lines) + "\n")
    new.replace(LEDGER)


def start(tested, minutes, folder):
    """Runs a test in a folder, and returns its status and what it prints."""
    inputs = folder / "inputs"
    inputs.mkdir()
    settings = {
        "FIELDPACK_FUZZ_SECONDS": str(minutes * 60),
        "FIELDPACK_FUZZ_SEED": str(tested[INPUTS]),
        "FIELDPACK_FUZZ_FOLDER": str(inputs),
        "TMPDIR": str(folder),
        # Runs with the same seed keep the same inputs.
        "SWIFT_DETERMINISTIC_HASHING": "1",
        # All cases of a test share the counters, so they run one at a time.
        "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "1",
    }
    program = BUILD / "release/fieldpackPackageTests.xctest"
    name = rf"^{tested[MODULE]}\..*{re.escape(tested[TEST])}"
    result = subprocess.run(
        ["/usr/bin/time", "-f", "memory %M", program, "--testing-library", "swift-testing",
         "--filter", name],
        cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, errors="replace")
    return result.returncode, result.stdout + result.stderr


def run(tested, minutes):
    """Runs a test and takes account of it. Returns whether it passed."""
    title = f"{tested[MODULE]}, {tested[TEST]}"
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        folder = pathlib.Path(name)
        status, output = start(tested, minutes, folder)
        told = re.findall(r"fuzzed (\d+) inputs, the slowest in (\d+) ms", output)
        if status != 0 or not told:
            kept = BUILD / "inputs" / re.sub(r"\W+", "-", title)
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder / "inputs", kept)
            failures = [line for line in output.splitlines() if re.search("✘|rror:", line)]
            reason = failures[:20] or output.splitlines()[-20:]
            print(f"FAILED from seed {tested[INPUTS]}: {title}\n  inputs: {kept}")
            print("\n".join("  " + line[:1000] for line in reason), flush=True)
            return False
    inputs = sum(int(count) for count, _ in told)
    slowest = max(int(time) for _, time in told)
    megabytes = int(re.findall(r"memory (\d+)", output)[-1]) // 1024
    with ledger:
        account(tested, minutes * len(told), inputs, slowest, megabytes)
    print(f"{title}: {inputs:,} inputs, the slowest in {slowest} ms, {megabytes} MB", flush=True)
    return True


def main():
    minutes = int(sys.argv[1])
    word = sys.argv[2] if len(sys.argv) > 2 else ""
    build()
    spent = {}
    for tested in rows():
        spent[tested[PARSER]] = spent.get(tested[PARSER], 0) + tested[MINUTES]
    due = [
        tested for tested in rows()
        if spent[tested[PARSER]] < HOUR and word in " ".join(tested[:MINUTES])
    ]
    due.sort(key=lambda tested: tested[MINUTES])
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        passed = list(workers.map(lambda tested: run(tested, minutes), due))
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()
