# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the real program as a person does: looks through the accessibility bus (AT-SPI), and
types and points through the X server (xdotool). Runs inside build-aux/with-display.

A test script defines functions, and hands them to main(), which runs each and writes TAP. When one
fails, the screen and the tree of what was on it are kept in the build folder.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

# A busy program may answer late; the default of 0.8 s would look as if nodes were missing.
Atspi.set_timeout(20000, 20000)

# GTK 4.8 names some roles differently from later releases.
SAME_ROLES = {
    "push button": "button",
    "toggle button": "button",
    "filler": "panel",
    "section": "panel",
    "grouping": "panel",
    "group": "panel",
}


class Failure(AssertionError):
    """What was expected did not show up."""


class Skip(Exception):
    """The machine does not allow what the test needs; says what."""


def wait_for(condition, what, timeout=30.0, pause=0.05):
    """The first true value of condition(), asked again and again."""
    end = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failure(f"waited {timeout:.0f} s for {what}")
        time.sleep(pause)


def role_of(node):
    name = node.get_role_name()
    return SAME_ROLES.get(name, name)


def text_of(node):
    """What the node says: its name, or for labels and entries its text."""
    name = node.get_name() or ""
    if name:
        return name
    try:
        text = node.get_text_iface()
        if text is not None:
            return Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text))
    except GLib.Error:
        pass
    return ""


def children_of(node):
    try:
        count = node.get_child_count()
    except GLib.Error:
        return
    for index in range(count):
        try:
            child = node.get_child_at_index(index)
        except GLib.Error:
            continue
        if child is not None:
            yield child


def has_state(node, state):
    try:
        return node.get_state_set().contains(state)
    except GLib.Error:
        return False


def showing(node):
    """GTK 4.8 does not say "showing" of anything, but "visible" of what is not hidden itself; the
    application stands for no widget and says nothing."""
    try:
        return has_state(node, Atspi.StateType.VISIBLE) \
            or node.get_role() == Atspi.Role.APPLICATION
    except GLib.Error:
        return False


def walk(node, visible=False):
    """The node and all below it, nearest first; with `visible` without hidden ones and what is in
    them. Nodes may go away meanwhile: those are left out."""
    waiting = [node]
    while waiting:
        below = []
        for each in waiting:
            if visible and not showing(each):
                continue
            yield each
            below.extend(children_of(each))
        waiting = below


def matches(wanted, text):
    if isinstance(wanted, re.Pattern):
        return wanted.search(text) is not None
    return wanted == text


def texts(node):
    """Everything that can be read in and below a node, from the top."""
    found = []
    for each in walk(node, visible=True):
        try:
            text = text_of(each)
        except GLib.Error:
            continue
        if text:
            found.append(text)
    return found


def dump(node, depth=0, out=None, limit=3000):
    """The tree of accessible nodes as text, for reports."""
    out = [] if out is None else out
    if len(out) >= limit:
        return out
    try:
        mark = "" if showing(node) else " (not showing)"
        out.append(f"{'  ' * depth}{role_of(node)} {text_of(node)[:100]!r}{mark}")
    except GLib.Error:
        return out
    if depth < 40:
        for child in children_of(node):
            dump(child, depth + 1, out, limit)
    return out


def xdotool(*arguments):
    result = subprocess.run(["xdotool", *map(str, arguments)], capture_output=True, text=True,
                            timeout=20, check=False)
    if result.returncode != 0:
        raise Failure(f"xdotool {' '.join(map(str, arguments))}: {result.stderr.strip()}")
    return result.stdout


def screenshot(path):
    subprocess.run(["import", "-window", "root", path], timeout=30, check=False,
                   stdin=subprocess.DEVNULL)


class Process:
    """A process that is gone, with all it started, when the test is over."""

    def __init__(self, argv, log, **options):
        self.log = log
        with open(log, "wb") as output:
            self.process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=output,
                                            stderr=subprocess.STDOUT, start_new_session=True,
                                            **options)
        self.pid = self.process.pid

    def running(self):
        return self.process.poll() is None

    def output(self):
        with open(self.log, encoding="utf-8", errors="replace") as text:
            return text.read()

    def end(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            if not self.running():
                break
            os.killpg(self.pid, number)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                pass


class Program(Process):
    """The desktop program, running."""

    def __init__(self, *arguments, log, env=None):
        self.binary = os.environ["PROFILER"]
        self.started = time.monotonic()
        super().__init__([self.binary, *map(str, arguments)], log, env={**os.environ,
                                                                        **(env or {})})
        self.app = wait_for(self._find_app, "the program to appear on the accessibility bus", 30)
        self.window = wait_for(self._find_window, "the program's X window", 20)
        self.focus()

    def _find_app(self):
        if not self.running():
            raise Failure(f"the program ended with status {self.process.returncode}:\n"
                          + self.output())
        for app in children_of(Atspi.get_desktop(0)):
            try:
                if app.get_process_id() == self.pid and app.get_child_count() > 0:
                    return app
            except GLib.Error:
                continue
        return None

    def _find_window(self):
        windows = self.windows()
        return windows[0] if windows else None

    def focus(self, window=None):
        xdotool("windowfocus", "--sync", window or self.window)

    # Looking

    def each(self, role=None, name=None, within=None, visible=True):
        wanted = SAME_ROLES.get(role, role)
        for node in walk(within or self.app, visible):
            try:
                if (wanted is None or role_of(node) == wanted) \
                        and (name is None or matches(name, text_of(node))):
                    yield node
            except GLib.Error:
                continue

    def find_all(self, role=None, name=None, within=None, visible=True):
        return list(self.each(role, name, within, visible))

    def find(self, role=None, name=None, within=None, visible=True, timeout=30.0):
        """The first node with the role whose text is `name` (a string, or a pattern that occurs in
        it), as soon as there is one."""
        what = f"{role or 'something'} {getattr(name, 'pattern', name)!r}"

        def first():
            if not self.running():
                raise Failure(f"the program ended with status {self.process.returncode} while "
                              f"waiting for {what}:\n{self.output()}")
            return next(self.each(role, name, within, visible), None)

        return wait_for(first, what, timeout)

    def gone(self, role=None, name=None, within=None, timeout=30.0):
        wait_for(lambda: not self.find_all(role, name, within),
                 f"{role or 'something'} {getattr(name, 'pattern', name)!r} to go away", timeout)

    def texts(self, within=None):
        return texts(within or self.app)

    # Doing

    def rectangle(self, node):
        """x, y, width, height on the screen."""
        window = node
        while window.get_parent() is not None and window.get_parent() != self.app:
            window = window.get_parent()
        outer = self.geometry(self.window_of(window))
        frame = window.get_component_iface().get_extents(Atspi.CoordType.WINDOW)
        box = node.get_component_iface().get_extents(Atspi.CoordType.WINDOW)
        # GTK counts from where the contents begin, X from the window's edge, which has a border
        # (shadow) of equal width on all sides.
        left = outer[0] + (outer[2] - frame.width) // 2
        top = outer[1] + (outer[3] - frame.height) // 2
        return left + box.x - frame.x, top + box.y - frame.y, box.width, box.height

    def geometry(self, window):
        """x, y, width, height of an X window."""
        shell = dict(line.split("=", 1) for line in
                     xdotool("getwindowgeometry", "--shell", window).splitlines() if "=" in line)
        return tuple(int(shell[key]) for key in ("X", "Y", "WIDTH", "HEIGHT"))

    def windows(self):
        """The program's X windows, the oldest first."""
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(self.pid)],
                               capture_output=True, text=True, timeout=20, check=False)
        return sorted(found.stdout.split(), key=int)

    def window_of(self, node):
        """The X window of a top-level node: the one whose size fits best."""
        box = node.get_component_iface().get_extents(Atspi.CoordType.WINDOW)
        best = min(((abs(width - box.width) + abs(height - box.height), window)
                    for window, (_, _, width, height) in
                    ((window, self.geometry(window)) for window in self.windows())
                    if width >= box.width and height >= box.height), default=None)
        return best[1] if best else self.window

    def point(self, node, x=0.5, y=0.5):
        """A place in the node, as fractions of its size, on the screen."""
        left, top, width, height = self.rectangle(node)
        return round(left + x * width), round(top + y * height)

    def click(self, node, x=0.5, y=0.5, button=1, times=1):
        self.click_at(*self.point(node, x, y), button=button, times=times)

    def click_at(self, x, y, button=1, times=1):
        # Two moves: the first may only be taken as the pointer entering the window.
        xdotool("mousemove", "--sync", x - 1, y)
        xdotool("mousemove", "--sync", x, y)
        time.sleep(0.05)
        xdotool("click", "--repeat", times, "--delay", 60, button)

    def drag(self, start, end, steps=12, modifier=None):
        """Presses at `start`, moves to `end` in steps, and releases: (x, y) on the screen."""
        xdotool("mousemove", "--sync", *start)
        time.sleep(0.05)
        if modifier:
            xdotool("keydown", modifier)
        xdotool("mousedown", 1)
        for step in range(1, steps + 1):
            xdotool("mousemove", round(start[0] + (end[0] - start[0]) * step / steps),
                    round(start[1] + (end[1] - start[1]) * step / steps))
            time.sleep(0.03)
        xdotool("mouseup", 1)
        if modifier:
            xdotool("keyup", modifier)

    def key(self, *keys, window=None):
        self.focus(window)
        for each in keys:
            xdotool("key", "--clearmodifiers", each)
            time.sleep(0.05)

    def type(self, text):
        xdotool("type", "--delay", 15, "--clearmodifiers", text)

    @staticmethod
    def actions(node):
        iface = node.get_action_iface()
        if iface is None:
            return []
        return [Atspi.Action.get_action_name(iface, index)
                for index in range(Atspi.Action.get_n_actions(iface))]

    def activate(self, node, action=None):
        """Does a node's action, the first if none is named."""
        names = self.actions(node)
        if not names or (action and action not in names):
            raise Failure(f"{role_of(node)} {text_of(node)!r} has the actions {names}, not {action}")
        Atspi.Action.do_action(node.get_action_iface(), names.index(action) if action else 0)


class Context:
    """What a test function gets: folders, programs, and the clean-up."""

    def __init__(self, name):
        self.name = name
        self.cleanup = []
        self.folder = tempfile.mkdtemp(prefix="profiler-e2e-")
        self.report_folder = os.environ.get("E2E_REPORTS", self.folder)
        self.count = 0

    def path(self, name):
        return os.path.join(self.folder, name)

    def _log(self):
        self.count += 1
        return self.path(f"output-{self.count}")

    def start(self, *argv, **options):
        process = Process(list(map(str, argv)), self._log(), **options)
        self.cleanup.append(process)
        return process

    def program(self, *arguments, **options):
        process = Program(*arguments, log=self._log(), **options)
        self.cleanup.append(process)
        return process

    def cli(self, *arguments, check=True):
        """Runs profiler-cli; its result with text in stdout and stderr."""
        result = subprocess.run([os.environ["PROFILER_CLI"], *map(str, arguments)],
                                capture_output=True, text=True, timeout=120, check=False,
                                stdin=subprocess.DEVNULL)
        if check and result.returncode != 0:
            raise Failure(f"profiler-cli {' '.join(map(str, arguments))} failed: {result.stderr}")
        return result

    def check_calm(self):
        """A program that complains about itself on standard error has a mistake in it."""
        for process in self.cleanup:
            if isinstance(process, Program):
                complaint = re.search(r"^.*(WARNING|CRITICAL|ERROR) \*\*:.*$", process.output(),
                                      re.M)
                if complaint:
                    raise Failure(f"the program said: {complaint[0]}")

    def report(self):
        """Keeps what is on the screen, and says where."""
        os.makedirs(self.report_folder, exist_ok=True)
        base = os.path.join(self.report_folder, re.sub(r"\W+", "-", self.name))
        screenshot(base + ".png")
        lines = []
        for process in self.cleanup:
            lines.append(f"--- output of {process.pid} (running: {process.running()})")
            lines.extend(process.output().splitlines())
            if isinstance(process, Program) and process.running():
                lines.append("--- on the accessibility bus")
                lines.extend(dump(process.app))
        with open(base + ".txt", "w", encoding="utf-8") as report:
            report.write("\n".join(lines) + "\n")
        print(f"# screen and tree: {base}.png, {base}.txt")
        for line in lines[:40]:
            print("# " + line)

    def end(self):
        for process in reversed(self.cleanup):
            process.end()
        shutil.rmtree(self.folder, ignore_errors=True)


def need_perf(context):
    """Skips where the kernel does not let this user record."""
    result = context.cli("record", "-d", "0.3", "-o", context.path("probe.profcap"), "--", "true",
                         check=False)
    if result.returncode != 0:
        raise Skip("recording is not possible here: " + result.stderr.strip().replace("\n", " "))


def main(*tests):
    """Runs the tests that are named on the command line, or all, and writes TAP."""
    chosen = [test for test in tests if not sys.argv[1:] or test.__name__ in sys.argv[1:]]
    failed = 0
    print(f"1..{len(chosen)}", flush=True)
    for number, test in enumerate(chosen, 1):
        context = Context(test.__name__)
        started = time.monotonic()
        try:
            test(context)
            context.check_calm()
            print(f"ok {number} {test.__name__}")
        except Skip as skip:
            print(f"ok {number} {test.__name__} # SKIP {skip}")
        except Exception:  # pylint: disable=broad-except
            failed += 1
            for line in traceback.format_exc().splitlines():
                print("# " + line)
            try:
                context.report()
            except Exception as error:  # pylint: disable=broad-except
                print(f"# no report: {error}")
            print(f"not ok {number} {test.__name__}")
        finally:
            context.end()
        print(f"# {time.monotonic() - started:.1f} s", flush=True)
    sys.exit(1 if failed else 0)
