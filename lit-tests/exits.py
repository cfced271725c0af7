"""`%exits N COMMAND...`: succeeds when the command's exit status is N."""

import subprocess
import sys

wanted, command = int(sys.argv[1]), sys.argv[2:]
status = subprocess.run(command, check=False).returncode
if status != wanted:
    sys.exit(f"exit status {status}, expected {wanted}: {' '.join(command)}")
