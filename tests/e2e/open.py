#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opening files: from the command line, and files that cannot be read."""

import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import driver  # noqa: E402
from driver import Failure, wait_for  # noqa: E402

EXAMPLE = os.environ["EXAMPLE"]


def status_text(program):
    return driver.text_of(program.find("label", re.compile(r"samples? · ")))


def why_in_dialog(program, name, said):
    """The dialog about a file gives the reason that profiler-cli gives."""
    heading = program.find("label", re.compile(re.escape(name)))
    reason = said.strip().rpartition(": ")[2].rstrip(".")
    print(f"# {driver.text_of(heading)}: {reason}")
    program.find("label", re.compile(re.escape(reason)))


def from_the_command_line(context):
    info = json.loads(context.cli("info", "--json", EXAMPLE).stdout)
    program = context.program(EXAMPLE)
    wanted = f"{info['samples']:,} samples · {info['processes']} processes"
    wait_for(lambda: wanted in status_text(program), f"“{wanted}” in the status bar")
    program.find("frame", re.compile("example.profcap"))
    program.find("label", re.compile(rf"^{info['lost']:,} lost"))
    program.find("table", re.compile("^Heat map"))
    program.find("tree", "Flame graph")


def broken_file_says_why(context):
    """Cut in the middle of its header: nothing of it can be read."""
    broken = context.path("broken.profcap")
    with open(EXAMPLE, "rb") as whole, open(broken, "wb") as part:
        part.write(whole.read(10))
    said = context.cli("info", broken, check=False)
    if said.returncode != 1 or len(said.stderr.strip().splitlines()) != 1:
        raise Failure(f"profiler-cli says of the broken file: {said.stderr!r}")
    program = context.program(broken)
    why_in_dialog(program, "broken.profcap", said.stderr)
    program.find("list item", re.compile("^Attach to Process"))


def broken_file_loses_nothing(context):
    """With a profile open, a file that cannot be read leaves it where it is."""
    nonsense = context.path("nonsense.data")
    with open(nonsense, "wb") as file:
        file.write(b"PERFILE2" + bytes(range(64)))
    said = context.cli("info", nonsense, check=False)
    program = context.program(EXAMPLE)
    shown = status_text(program)
    program.key("ctrl+o")
    chooser = program.find(None, re.compile("^Open"))
    window = program.window_of(chooser)
    # A slash opens the entry for a path.
    program.focus(window)
    program.type(nonsense)
    program.key("Return", window=window)
    why_in_dialog(program, "nonsense.data", said.stderr)
    if status_text(program) != shown:
        raise Failure(f"the status bar showed {shown!r} and now {status_text(program)!r}")


def partly_broken_file_shows_what_is_left(context):
    """Cut near its end: most of it is there, and the window says that something is missing."""
    cut = context.path("cut.profcap")
    with open(EXAMPLE, "rb") as whole, open(cut, "wb") as part:
        data = whole.read()
        part.write(data[:len(data) * 9 // 10])
    info = json.loads(context.cli("info", "--json", cut).stdout)
    if not info["warnings"] or not info["samples"]:
        raise Failure(f"profiler-cli says of the cut file: {info}")
    program = context.program(cut)
    wait_for(lambda: f"{info['samples']:,} samples" in status_text(program),
             f"{info['samples']} samples in the status bar")


if __name__ == "__main__":
    driver.main(from_the_command_line, broken_file_says_why, broken_file_loses_nothing,
                partly_broken_file_shows_what_is_left)
