#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program without a pointer: every step by keys, as the shortcuts and the Tab key give it."""

import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import driver  # noqa: E402
from driver import Atspi, Failure, wait_for  # noqa: E402

EXAMPLE = os.environ["EXAMPLE"]


def samples_shown(program):
    label = program.find("label", re.compile(r"[\d,]+ samples? · "))
    return int(re.search(r"([\d,]+) sample", driver.text_of(label))[1].replace(",", ""))


def focused_below(node):
    """The node below (or this one) that has the keyboard, or None."""
    for each in driver.walk(node, visible=True):
        if driver.has_state(each, Atspi.StateType.FOCUSED):
            return each
    return None


def tab_into(program, node, what):
    """Presses Tab until the keyboard is in the node."""
    for _ in range(60):
        if focused_below(node):
            return
        program.key("Tab")
        time.sleep(0.1)
    raise Failure(f"sixty times Tab do not lead to {what}")


def focused_name(node):
    focused = focused_below(node)
    return driver.text_of(focused) if focused else ""


def open_select_read(context):
    program = context.program()
    program.find("list item", re.compile("Attach to Process"))

    program.key("ctrl+o")
    window = program.window_of(program.find(None, re.compile("^Open")))
    program.focus(window)
    program.type(EXAMPLE)
    program.key("Return", window=window)
    heat_map = program.find("table", re.compile("^Heat map"))
    whole = wait_for(lambda: samples_shown(program), "samples in the status bar")

    # The heat map: a cursor that says where it is, and a range from it.
    tab_into(program, heat_map, "the heat map")
    program.key("Home")
    first = wait_for(lambda: focused_name(heat_map), "the heat map to name its cell")
    program.key("Right")
    wait_for(lambda: focused_name(heat_map) not in ("", first), "another cell's name")
    program.key("shift+Right", "shift+Right")
    part = wait_for(lambda: 0 < samples_shown(program) < whole and samples_shown(program),
                    "fewer samples in the selected time")
    program.key("Escape")
    wait_for(lambda: samples_shown(program) == whole, "all samples after Escape")

    # The flame graph: into a callee, zoom, and out again.
    program.key("alt+1")
    flame_graph = program.find("tree", "Flame graph")
    tab_into(program, flame_graph, "the flame graph")
    root = wait_for(lambda: focused_name(flame_graph), "the flame graph to name its box")
    program.key("Down")
    below = wait_for(lambda: focused_name(flame_graph) not in ("", root)
                     and focused_name(flame_graph), "the name of a box below")
    program.key("Up")
    wait_for(lambda: focused_name(flame_graph) == root, f"{root!r} again")
    print(f"# {part} of {whole} samples; {root!r}, {below!r}")

    # The call tree: opened with the arrow keys.
    program.key("alt+2")
    table = program.find("tree table", "Call Tree")
    tab_into(program, table, "the call tree")
    rows = len(program.find_all("table row", re.compile(", self "), table))
    if rows < 3:
        raise Failure(f"the call tree has {rows} rows")


if __name__ == "__main__":
    driver.main(open_select_read)
