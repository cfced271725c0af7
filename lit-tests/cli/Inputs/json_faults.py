"""Prints the faults of a JSON report, and whether every object has exactly the promised keys."""

import json
import sys

KEYS = "code name severity message hint op function file line column python notes".split()

with open(sys.argv[1]) as report:
    faults = [json.loads(line) for line in report]
for fault in faults:
    python = fault["python"] or {"file": None, "line": None}
    print(fault["severity"], fault["code"], fault["op"], fault["file"], f"{python['file']}:{python['line']}")
if faults and all(list(fault) == KEYS for fault in faults):
    print("all keys present")
