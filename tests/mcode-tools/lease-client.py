"""An independent client of the lease protocol: standard library only, written from the protocol's text.

Usage: lease-client.py METHOD [NUMBER] [FIELD=JSON ...]   with the endpoint and the capability file in the
environment; the fields replace those of a good request.
Prints the answer's JSON; exits 1 when the connection is closed without one.
"""

import json
import os
import socket
import struct
import sys

PREFIX = "__MAVIS_MCODE_TOOLS_"


def receive(connection, count):
    data = b""
    while len(data) < count:
        part = connection.recv(count - len(data))
        if not part:
            sys.exit(1)
        data += part
    return data


def main():
    method, *words = sys.argv[1:]
    numbers = [word for word in words if "=" not in word]
    fields = dict(word.split("=", 1) for word in words if "=" in word)
    with open(os.environ[PREFIX + "BROKER_CAPABILITY_FILE"], encoding="ascii") as file:
        capability = file.read().rstrip("\n")
    assert len(capability) == 43
    request = {"version": 1, "requestId": "py:1", "capability": capability, "method": method}
    if method == "lease":
        request["minValidityMs"] = int(numbers[0])
    if method == "unauthorized":
        request["generation"] = int(numbers[0])
    request.update({name: json.loads(text) for name, text in fields.items()})
    body = json.dumps(request).encode()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.connect(os.environ[PREFIX + "BROKER_ENDPOINT"])
        connection.sendall(struct.pack(">I", len(body)) + body)
        (length,) = struct.unpack(">I", receive(connection, 4))
        answer = json.loads(receive(connection, length))
    print(json.dumps(answer))


main()
