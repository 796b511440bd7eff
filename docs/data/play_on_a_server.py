"""Play on a server by the protocol (docs/protocol.md): a game against a bot, and twenty random choices."""

import json
import random
import subprocess
import sys
import tempfile
from urllib.request import Request, urlopen

from websockets.sync.client import connect

with tempfile.TemporaryDirectory() as folder:
    words = ["serve", "--no-browser", "--port", "0", "--database", f"{folder}/games.db"]
    server = subprocess.Popen([sys.executable, "-m", "dungeon_twister", *words], stdout=subprocess.PIPE, text=True)
    address = server.stdout.readline().split("http://")[1].split("/")[0]

    wish = {"scenario": "base", "seats": {"blue": "you", "yellow": "bot:random"}, "name": "Ada"}
    request = Request(f"http://{address}/api/games", json.dumps(wish).encode(), {"Content-Type": "application/json"})
    made = json.load(urlopen(request))
    game, token = made["info"]["id"], made["seats"][0]["token"]

    with connect(f"ws://{address}/api/games/{game}/socket") as socket:
        socket.send(json.dumps({"type": "hello", "seats": [token]}))
        sent = answered = version = 0
        choices = []
        while answered < 20:
            message = json.loads(socket.recv())
            if message["type"] == "answer":
                assert "reason" not in message, message["reason"]["sentence"]
                answered += 1
            elif message["type"] in ("welcome", "update"):
                sight = message["sight"] if message["type"] == "update" else message["sights"][0]
                version, choices = message["version"], sight["view"].get("choices")
            if choices and sent == answered:
                sent += 1
                command = {"type": "do", "id": f"choice-{sent}", "seat": "blue", "version": version}
                socket.send(json.dumps({**command, "choices": [random.choice(choices)]}))

    server.terminate()
    server.wait()
