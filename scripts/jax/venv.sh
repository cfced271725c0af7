#!/usr/bin/env bash
# Makes the reference JAX environment, .venv-jax at the top of the repository, when it is absent or out of date,
# and prints the path of its Python:
#
#     $(scripts/jax/venv.sh) examples/make.py
#
# PYTHON chooses the Python to build it from (3.12 is what the pins were resolved for).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
venv=$(cd "$here/../.." && pwd)/.venv-jax
pins=$here/requirements.txt

find_python() {
  local candidate
  for candidate in ${PYTHON:-} python3.12 python3 "$HOME"/.pyenv/versions/3.12.*/bin/python; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 12))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  echo "venv.sh: no Python 3.12 found; name one with PYTHON=/path/to/python" >&2
  exit 2
}

if ! cmp -s "$pins" "$venv/requirements.txt"; then
  python=$(find_python)
  "$python" -m venv --clear "$venv" >&2
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$pins" >&2
  cp "$pins" "$venv/requirements.txt"
fi
echo "$venv/bin/python"
