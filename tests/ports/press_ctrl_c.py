"""Runs a program in a terminal of its own, presses Ctrl-C there, and ends with the program's exit code.

press_ctrl_c.py FILE PROGRAM ARGUMENT...: presses it once FILE exists, and prints what the program wrote.
"""

import os
import pty
import select
import sys
import time
from pathlib import Path

LONGEST = 60.0  # [s]


def main() -> int:
    started = Path(sys.argv[1])
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(sys.argv[2], sys.argv[2:])
    written, pressed, end = b"", False, time.monotonic() + LONGEST
    while time.monotonic() < end:
        if not pressed and started.exists():
            time.sleep(1)
            os.write(terminal, b"\x03")
            pressed = True
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                written += os.read(terminal, 4096)
            except OSError:  # the program has closed the terminal
                break
    else:
        os.kill(process, 9)
    print(written.decode(errors="replace"))
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


if __name__ == "__main__":
    sys.exit(main())
