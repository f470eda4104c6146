"""What a Python server is sent and answers, told line by line on its standard output as `watched.mjs` does."""

import json


def tell(**told) -> None:
    """One line, at once: a server that is killed has told all."""
    print("told " + json.dumps(told), flush=True)


def messages(text: bytes) -> list:
    """What is in a JSON text; nothing where it is none."""
    try:
        found = json.loads(text)
    except ValueError:
        return []
    return found if isinstance(found, list) else [found]


def answers(body: bytes):
    """Numbers of the requests that a piece of a reply answers."""
    texts = [body, *(line[6:] for line in body.splitlines() if line.startswith(b"data: "))]
    for message in (message for text in texts for message in messages(text)):
        if isinstance(message, dict) and "id" in message and "method" not in message:
            yield message["id"]


class Told:
    """Around an ASGI application."""

    def __init__(self, app) -> None:
        self.app = app
        self.requests = 0

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] != "http" or scope["method"] == "OPTIONS":
            await self.app(scope, receive, send)
            return
        self.requests += 1
        number, http = self.requests, scope["method"]
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        request = {"what": "request", "number": number, "http": http, "path": scope["path"], "headers": headers}
        pieces: list[bytes] = []

        async def hear():
            message = await receive()
            if message["type"] == "http.request":
                pieces.append(message.get("body", b""))
                if not message.get("more_body"):
                    tell(**request, rpc=messages(b"".join(pieces)))
            return message

        async def say(message) -> None:
            if message["type"] == "http.response.start":
                tell(what="head", number=number, http=http, status=message["status"])
            for id in answers(message.get("body", b"")):
                tell(what="answer", id=id)
            await send(message)

        if http in ("GET", "DELETE"):
            # Nobody reads a body that is not there.
            tell(**request, rpc=[])
            await self.app(scope, receive, say)
        else:
            await self.app(scope, hear, say)
        tell(what="closed", number=number, http=http)
