#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The main job from end to end, as a person does it: attach to a process, watch it, select time,
read the numbers, save, and open again. What the window shows is held against profiler-cli."""

import csv
import io
import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import driver  # noqa: E402
from driver import Failure, wait_for  # noqa: E402

HEAVY = ("burn_seventy", 0.70)
LIGHT = ("burn_thirty", 0.30)


def status_of(program):
    """(samples, processes) of the status bar, zeros while it shows nothing."""
    for label in program.each("label", re.compile(r"[\d,]+ samples? · [\d,]+ process")):
        match = re.search(r"([\d,]+) samples? · ([\d,]+) process", driver.text_of(label))
        return tuple(int(number.replace(",", "")) for number in match.groups())
    return 0, 0


def range_of(program):
    """The time range that the sidebar shows, in seconds."""
    label = program.find("label", re.compile(r"^[\d.]+\s?–\s?[\d.]+\ss$"))
    start, end = re.findall(r"[\d.]+", driver.text_of(label))
    return float(start), float(end)


def shares_of(program, function):
    """(self, total) of the function's row in the call tree, as shown."""
    row = program.find("table row", re.compile(rf"^{function}, self "))
    match = re.search(r"self (\S.*? %), total (\S.*? %)", driver.text_of(row))
    return match.groups()


def top_of(context, capture, *selection):
    """What profiler-cli says of each function: {name: row}."""
    out = context.cli("top", capture, "--csv", *selection).stdout
    return {row["function"]: row for row in csv.DictReader(io.StringIO(out))}


def agree(shown, share):
    """Whether a percentage as the window writes it is this share."""
    if shown.startswith("<"):
        return 0.0 < float(share) < 0.001
    return abs(float(shown.rstrip(" %\u00a0\u202f")) / 100.0 - float(share)) <= 0.000501


def check_numbers(context, program, capture, *selection):
    """The call tree's numbers are profiler-cli's for the same selection of the saved file."""
    top = top_of(context, capture, *selection)
    for function, _ in (HEAVY, LIGHT):
        for shown, column in zip(shares_of(program, function), ("self_share", "total_share")):
            if not agree(shown, top[function][column]):
                raise Failure(f"{function}: the window shows {shown}, profiler-cli {column} "
                              f"{top[function][column]} for {selection}")
    rows = context.cli("export", capture, "-f", "csv", *selection).stdout
    samples = sum(int(row["count"]) for row in csv.DictReader(io.StringIO(rows)))
    wait_for(lambda: status_of(program)[0] == samples,
             f"{samples} samples in the status bar, which shows {status_of(program)}")


def select(program, start, end):
    """Drags over the heat map, from and to places given as fractions of it. Returns the range."""
    heat_map = program.find("table", re.compile("^Heat map"))
    before = range_of(program)
    program.drag(program.point(heat_map, *start), program.point(heat_map, *end))
    wait_for(lambda: range_of(program) != before, "the selected range to change")
    return range_of(program)


def expand_all(program, function):
    """Opens the call tree down to the function."""
    if not program.find_all("table row", re.compile(rf"^{function}, self ")):
        program.click(program.find("table row", re.compile("^all, self ")))
        program.key("shift+Right")
    program.find("table row", re.compile(rf"^{function}, self "))


def attach_to(program, pid):
    """From the start page, through the dialog. Returns when it was asked to attach."""
    program.click(program.find("list item", re.compile("Attach to Process")))
    dialog = program.find(None, "Attach to Process")
    program.find("entry", "Filter Processes", within=dialog)
    program.focus(program.window_of(dialog))
    program.type(str(pid))
    row = program.find("table row", re.compile(rf"\({pid}\)"), within=dialog)
    wait_for(lambda: len(program.find_all("table row", re.compile(r"\(\d+\)"), dialog)) < 5,
             "the list to be filtered")
    program.click(row)
    program.click(program.find("button", re.compile("Attach$"), within=dialog))
    return time.monotonic()


def attach_select_save_reopen(context):
    driver.need_perf(context)
    workload = context.start(os.path.join(os.environ["WORKLOADS"], "two-functions"))
    program = context.program()

    asked = attach_to(program, workload.pid)
    wait_for(lambda: status_of(program)[0] > 0, "the first samples", pause=0.01)
    print(f"# first samples on screen after {time.monotonic() - asked:.2f} s")
    program.find("button", "Stop Recording")
    wait_for(lambda: range_of(program)[1] > 8.0, "eight seconds of samples", 60)
    growing = status_of(program)[0]
    wait_for(lambda: status_of(program)[0] > growing, "the count of samples to grow")
    program.key("ctrl+period")
    program.gone("button", "Stop Recording")

    # All of it: the shares are those that the workload has by construction.
    program.key("alt+2")
    expand_all(program, HEAVY[0])
    samples, processes = wait_for(lambda: status_of(program) if status_of(program)[0] else None,
                                  "the status bar")
    if processes != 1:
        raise Failure(f"{processes} processes in the capture of one")
    for function, share in (HEAVY, LIGHT):
        shown = float(shares_of(program, function)[1].split()[0]) / 100.0
        allowed = max(0.02, 4.0 * (share * (1.0 - share) / samples) ** 0.5)
        if abs(shown - share) > allowed:
            raise Failure(f"{function} has {shown:.3f} of {samples} samples, not {share}")
    whole = status_of(program)

    # A part of it, selected with the pointer.
    start, end = select(program, (0.08, 0.3), (0.16, 0.6))
    wait_for(lambda: 0 < status_of(program)[0] < whole[0], "fewer samples in a part of the time")

    # Saved, profiler-cli says the same of the same range.
    capture = context.path("saved.profcap")
    program.key("ctrl+shift+s")
    chooser = program.find(None, re.compile("^Save"))
    time.sleep(0.5)
    # All of the suggested name: what comes after the dot is not selected by itself.
    program.key("ctrl+a", window=program.window_of(chooser))
    program.type(capture)
    program.key("Return", window=program.window_of(chooser))
    wait_for(lambda: os.path.exists(capture), "the saved file")
    program.find("frame", re.compile("^saved"))
    selection = ("--from", f"{start:.3f}", "--to", f"{end:.3f}")
    check_numbers(context, program, capture, *selection)
    program.key("Escape")

    # Opened again, it shows what it showed.
    program.end()
    again = context.program(capture)
    wait_for(lambda: status_of(again) == whole, f"{whole} in the status bar again")
    again.key("alt+2")
    expand_all(again, HEAVY[0])
    check_numbers(context, again, capture)
    if select(again, (0.08, 0.3), (0.16, 0.6)) != (start, end):
        raise Failure("the same way of the pointer selects another range than before")
    check_numbers(context, again, capture, *selection)


if __name__ == "__main__":
    driver.main(attach_select_save_reopen)
