"""A scripted client of the Language Server Protocol: opens a file, asks, and prints the answers.

    client.py SERVER FILE [ACTION WORD]..

Actions: `hover WORD` and `definition WORD`, at the first place of WORD in the file. Diagnostics are printed first.
"""

import json
import pathlib
import subprocess
import sys


class Client:
    def __init__(self, server):
        self.process = subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.last = 0

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            key, value = line.split(b":", 1)
            if key.lower() == b"content-length":
                length = int(value)
        if not length:
            sys.exit("the server has gone")
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, **params):
        self.send({"method": method, "params": params})

    def request(self, method, **params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.last:
                return message.get("result")

    def wait_for(self, method):
        while True:
            message = self.receive()
            if message.get("method") == method:
                return message["params"]


def main():
    server, path = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    text = path.read_text()
    client = Client(server)
    client.request("initialize", processId=None, rootUri=None, capabilities={})
    client.notify("initialized")
    uri = path.as_uri()
    client.notify("textDocument/didOpen", textDocument={"uri": uri, "languageId": "mlir", "version": 1, "text": text})
    found = client.wait_for("textDocument/publishDiagnostics")["diagnostics"]
    print(f"{len(found)} diagnostics")
    for item in found:
        start = item["range"]["start"]
        print(f"diagnostic {start['line'] + 1}:{start['character'] + 1}: {item['message'].splitlines()[0]}")
        for note in item.get("relatedInformation", []):
            print(f"  note: {note['message'].splitlines()[0]}")
    for action, word in zip(sys.argv[3::2], sys.argv[4::2]):
        before = text[: text.index(word)]
        line = before.count("\n")
        column = len(before) - (before.rfind("\n") + 1)
        answer = client.request(
            f"textDocument/{action}", textDocument={"uri": uri}, position={"line": line, "character": column}
        )
        if action == "definition":
            places = [f"{item['range']['start']['line'] + 1}" for item in answer]
            print(f"definition of {word}: line {', '.join(places)}")
        else:
            print(f"hover {word}:", json.dumps(answer["contents"]["value"]) if answer else "nothing")
    client.request("shutdown")
    client.notify("exit")
    sys.exit(client.process.wait(timeout=10))


if __name__ == "__main__":
    main()
