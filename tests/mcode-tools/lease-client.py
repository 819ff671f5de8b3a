"""An independent client of the lease protocol: standard library only, written from the protocol's text.

Usage: lease-client.py METHOD [NUMBER]   with the endpoint and the capability file in the environment.
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
    method, *numbers = sys.argv[1:]
    with open(os.environ[PREFIX + "BROKER_CAPABILITY_FILE"], encoding="ascii") as file:
        capability = file.read().rstrip("\n")
    assert len(capability) == 43
    request = {"version": 1, "requestId": "py:1", "capability": capability, "method": method}
    if method == "lease":
        request["minValidityMs"] = int(numbers[0])
    if method == "unauthorized":
        request["generation"] = int(numbers[0])
    body = json.dumps(request).encode()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.connect(os.environ[PREFIX + "BROKER_ENDPOINT"])
        connection.sendall(struct.pack(">I", len(body)) + body)
        (length,) = struct.unpack(">I", receive(connection, 4))
        answer = json.loads(receive(connection, length))
    print(json.dumps(answer))


main()
