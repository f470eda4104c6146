"""A server of the era with sessions, by FastMCP of the official Python SDK: fast.py <port>."""

import asyncio
import sys
from typing import Literal

import uvicorn
from mcp.server.fastmcp import Context, FastMCP, Image
from mcp.server.fastmcp.resources import FunctionResource
from mcp.types import (
    Completion,
    CreateMessageResult,
    SamplingMessage,
    TextContent,
    ToolAnnotations,
)
from pydantic import AnyUrl, BaseModel, Field
from starlette.middleware.cors import CORSMiddleware

from events import Events
from told import Told, tell

READ_ONLY = ToolAnnotations(readOnlyHint=True)
CITIES = ["Basel", "Bern", "Berlin"]

mcp = FastMCP("fast", instructions="Ask for anything.", event_store=Events(), retry_interval=200)


class Weather(BaseModel):
    """What a tool promises of its result."""

    city: str
    degrees: float
    sky: Literal["clear", "cloudy"]


class Who(BaseModel):
    """A form."""

    name: str
    age: int = Field(default=30, ge=0)


@mcp.tool(annotations=READ_ONLY)
def add(a: int, b: float = 0.5) -> float:
    """Adds."""
    return a + b


@mcp.tool(annotations=READ_ONLY)
def weather(city: str, sky: Literal["clear", "cloudy"] = "cloudy") -> Weather:
    """Tells it."""
    return Weather(city=city, degrees=18.5, sky=sky)


@mcp.tool()
def dot() -> Image:
    """A picture."""
    return Image(data=b"GIF89a", format="gif")


@mcp.tool()
def fail() -> str:
    """Fails."""
    raise ValueError("It is broken.")


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


@mcp.tool()
async def drop(ctx: Context) -> str:
    """Closes the stream before the answer, which is to be fetched anew."""
    await ctx.report_progress(1, 2, "before")
    await ctx.close_sse_stream()
    await asyncio.sleep(0.1)
    await ctx.report_progress(2, 2, "after")
    return "all the same"


@mcp.tool()
async def ask(ctx: Context) -> str:
    """Asks the person."""
    result = await ctx.elicit("Who are you?", Who)
    data = result.data.model_dump_json() if result.action == "accept" else ""
    return f"{result.action} {data}".strip()


@mcp.tool()
async def visit(ctx: Context) -> str:
    """Sends the person elsewhere, and says when that is done."""
    result = await ctx.elicit_url("Sign in there.", "https://example.com/sign-in?for=fast", "visit-1")
    await ctx.session.send_elicit_complete("visit-1")
    return f"visit: {result.action}"


@mcp.tool()
async def think(ctx: Context) -> str:
    """Asks a model of the client's."""
    message = SamplingMessage(role="user", content=TextContent(type="text", text="Say a word."))
    result: CreateMessageResult = await ctx.session.create_message([message], max_tokens=10)
    return f"thought: {result.content.text}"


@mcp.tool()
async def folders(ctx: Context) -> str:
    """Asks for the client's folders."""
    result = await ctx.session.list_roots()
    return "folders: " + ",".join(str(root.uri) for root in result.roots)


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
    """Makes one tool, resource and prompt more, and tells."""
    global grown
    grown += 1
    name = f"grown-{grown}"
    mcp.add_tool(lambda: f"I am {name}", name)
    await ctx.session.send_tool_list_changed()
    await ctx.session.send_prompt_list_changed()
    await ctx.session.send_resource_list_changed()
    return name


@mcp.tool()
async def touch(ctx: Context) -> str:
    """Changes a resource, and tells."""
    global version
    version += 1
    await ctx.session.send_resource_updated(AnyUrl("fast://clock"))
    return f"version {version}"


@mcp.resource("fast://clock", mime_type="text/plain")
def clock() -> str:
    """Changes."""
    return f"version {version}"


mcp.add_resource(
    FunctionResource(uri=AnyUrl("fast://bytes"), name="bytes", mime_type="image/gif", fn=lambda: b"GIF89a")
)


@mcp.resource("fast://cities/{city}/streets/{street}")
def streets(city: str, street: str) -> str:
    """By gaps."""
    return f"{street} in {city}"


@mcp.prompt()
def forecast(city: str) -> str:
    """A prompt with an argument."""
    return f"The weather in {city}?"


@mcp.prompt()
def hello() -> str:
    """A prompt without."""
    return "Hello."


@mcp.completion()
async def complete(ref, argument, context) -> Completion:
    """Cities; streets of the city that is typed already."""
    city = (context.arguments or {}).get("city") if context else None
    known = CITIES if argument.name == "city" else {"Bern": ["Kramgasse"]}.get(city or "", [])
    return Completion(values=[one for one in known if one.startswith(argument.value)], hasMore=False)


low = mcp._mcp_server


@low.subscribe_resource()
async def subscribe(uri: AnyUrl) -> None:
    """Is told of changes: by `touch`."""
    tell(what="noticed", event="subscribed", uri=str(uri))


@low.unsubscribe_resource()
async def unsubscribe(uri: AnyUrl) -> None:
    """No more."""
    tell(what="noticed", event="unsubscribed", uri=str(uri))


@low.set_logging_level()
async def set_level(level: str) -> None:
    """FastMCP sends all levels; that this one was wished is told."""
    tell(what="noticed", event="level", level=level)


app = CORSMiddleware(
    mcp.streamable_http_app(),
    allow_origins=["*"],
    allow_methods=["GET", "POST", "DELETE"],
    allow_headers=["*"],
    expose_headers=["Mcp-Session-Id", "WWW-Authenticate", "MCP-Protocol-Version", "Retry-After"],
)
uvicorn.run(Told(app), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
