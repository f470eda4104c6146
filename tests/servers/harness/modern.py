"""A server of both eras by the official Python SDK 2.x: modern.py <port>."""

import asyncio
import sys
from typing import Annotated

import uvicorn
from mcp.server.caching import CacheHint
from mcp.server.elicitation import ElicitationResult
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.resolve import Elicit, ListRoots, Resolve, Sample
from mcp.types import (
    Completion,
    CreateMessageResult,
    ListRootsResult,
    SamplingMessage,
    TextContent,
    ToolAnnotations,
)
from pydantic import BaseModel, Field
from starlette.middleware.cors import CORSMiddleware

from told import Told, tell

READ_ONLY = ToolAnnotations(read_only_hint=True)
CITIES = ["Basel", "Bern", "Berlin"]

mcp = MCPServer(
    "modern",
    version="3.2.1",
    instructions="Ask for anything.",
    cache_hints={"tools/list": CacheHint(ttl_ms=600_000), "resources/read": CacheHint(ttl_ms=600_000)},
)


class Who(BaseModel):
    """A form."""

    name: str
    age: int = Field(default=30, ge=0)


class Weather(BaseModel):
    """What a tool promises of its result."""

    city: str
    degrees: float


@mcp.tool(annotations=READ_ONLY)
def add(a: int, b: float = 0.5) -> float:
    """Adds."""
    return a + b


@mcp.tool(annotations=READ_ONLY)
def weather(city: str) -> Weather:
    """Tells it."""
    return Weather(city=city, degrees=18.5)


@mcp.tool()
def fail() -> str:
    """Fails."""
    raise ValueError("It is broken.")


@mcp.tool()
def mirror(
    region: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Region"})],
    count: Annotated[int, Field(json_schema_extra={"x-mcp-header": "Count"})],
    ctx: Context,
) -> dict[str, str]:
    """Its arguments stand in headers too."""
    return {name: value for name, value in (ctx.headers or {}).items() if name.startswith("mcp-")}


async def slow(steps: int, ms: int, ctx: Context) -> str:
    """Takes its time, and says how far it is."""
    tell(what="noticed", event="begun")
    try:
        for step in range(1, steps + 1):
            await asyncio.sleep(ms / 1000)
            await ctx.report_progress(step, steps, f"step {step}")
    except asyncio.CancelledError:
        tell(what="noticed", event="cancelled")
        raise
    tell(what="noticed", event="done")
    return f"{steps} steps"


mcp.add_tool(slow, "work")
mcp.add_tool(slow, "look", annotations=READ_ONLY)


def who() -> Elicit[Who]:
    return Elicit("Who are you?", Who)


def thought() -> Sample:
    return Sample([SamplingMessage(role="user", content=TextContent(type="text", text="Say a word."))], max_tokens=10)


def roots() -> ListRoots:
    return ListRoots()


@mcp.tool()
def ask(who: Annotated[ElicitationResult[Who], Resolve(who)]) -> str:
    """Asks the person."""
    data = who.data.model_dump_json() if who.action == "accept" else ""
    return f"{who.action} {data}".strip()


@mcp.tool()
def interview(
    who: Annotated[Who, Resolve(who)],
    thought: Annotated[CreateMessageResult, Resolve(thought)],
    roots: Annotated[ListRootsResult, Resolve(roots)],
) -> str:
    """Asks for all that can be asked for."""
    return f"{who.name}, {thought.content.text}, {len(roots.roots)}"


@mcp.tool()
async def log(ctx: Context) -> str:
    """Logs."""
    for level in ("debug", "warning", "error"):
        await ctx.log(level, f"a {level}")
    return "logged"


grown = 0
version = 1


@mcp.tool()
async def grow(ctx: Context) -> str:
    """Makes one tool more, and tells."""
    global grown
    grown += 1
    name = f"grown-{grown}"
    mcp.add_tool(lambda: f"I am {name}", name)
    await ctx.notify_tools_changed()
    await ctx.notify_prompts_changed()
    await ctx.notify_resources_changed()
    return name


@mcp.tool()
async def touch(ctx: Context) -> str:
    """Changes a resource, and tells."""
    global version
    version += 1
    await ctx.notify_resource_updated("modern://clock")
    return f"version {version}"


@mcp.resource("modern://clock", mime_type="text/plain")
def clock() -> str:
    """Changes."""
    return f"version {version}"


@mcp.resource("modern://cities/{city}/streets/{street}")
def streets(city: str, street: str) -> str:
    """By gaps."""
    return f"{street} in {city}"


@mcp.prompt()
def forecast(city: str) -> str:
    """A prompt with an argument."""
    return f"The weather in {city}?"


@mcp.completion()
async def complete(ref, argument, context) -> Completion:
    """Cities; streets of the city that is typed already."""
    city = (context.arguments or {}).get("city") if context else None
    known = CITIES if argument.name == "city" else {"Bern": ["Kramgasse"]}.get(city or "", [])
    return Completion(values=[one for one in known if one.startswith(argument.value)], has_more=False)


app = CORSMiddleware(
    mcp.streamable_http_app(),
    allow_origins=["*"],
    allow_methods=["GET", "POST", "DELETE"],
    allow_headers=["*"],
    expose_headers=["Mcp-Session-Id", "WWW-Authenticate", "MCP-Protocol-Version", "Retry-After"],
)
uvicorn.run(Told(app), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
