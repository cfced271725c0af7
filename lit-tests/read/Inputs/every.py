"""Extracts the kernels of every sample, and says whether all forms of a version give the same."""

import pathlib
import shutil
import subprocess
import sys

samples, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


def extracted(path, out):
    """What is said about the kernels, and their modules."""
    shutil.rmtree(out, ignore_errors=True)
    said = subprocess.run(["tessera", "extract", path, "-o", out], check=True, capture_output=True, text=True).stdout
    piped = subprocess.run(["tessera", "extract", "-", "-o", out], check=True, input=path.read_bytes(), capture_output=True)
    if piped.stdout.decode() != said:
        sys.exit(f"{path}: standard input reads otherwise")
    subprocess.run(["tessera", "check", path], check=True, capture_output=True)
    # Locations inside a module may name the file.
    modules = {found.name: found.read_text().split("#loc")[0] for found in sorted(out.iterdir())}
    return said, modules


def key(version):
    return [int(part) for part in version.name.split(".")]


for version in sorted(samples.iterdir(), key=key):
    forms = sorted(version.iterdir())
    results = [extracted(form, folder) for form in forms]
    for form, result in zip(forms, results):
        if result != results[0]:
            sys.exit(f"{form} reads otherwise than {forms[0]}")
    if len(results[0][1]) != 2:
        sys.exit(f"{version}: {len(results[0][1])} kernels")
    print(f"{version.name}: {len(forms)} forms read alike")
