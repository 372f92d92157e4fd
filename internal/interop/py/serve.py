"""Serves an agent with a2a-sdk on loopback, as the SDK's samples build one.

A store in memory, the default request handler, starlette and uvicorn. It prints
one line of JSON when it listens and ends when standard input does.

The executor counts an effect for each event it takes in, and echoes all else;
GET /effects, which is no part of A2A, tells the count.
"""

import asyncio
import json
import os
import socket
import sys
import threading

from importlib.metadata import version
from pathlib import Path

import uvicorn

from a2a.helpers import get_data_parts, get_message_text, new_task_from_user_message, new_text_part
from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCard
from google.protobuf.json_format import ParseDict
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route


class HarborLog(AgentExecutor):
    """The agent: it counts events and echoes text."""

    effects = 0

    async def execute(self, context, event_queue):
        task = new_task_from_user_message(context.message)
        task.id, task.context_id = context.task_id, context.context_id
        await event_queue.enqueue_event(task)
        updater = TaskUpdater(event_queue, context.task_id, context.context_id)
        await updater.start_work()
        text = get_message_text(context.message)
        if text.startswith('please wait'):
            await asyncio.sleep(0.3)
        data = get_data_parts(context.message.parts)
        event = any(isinstance(d, dict) and d.get('event') == 'ingest' for d in data)
        if event or text.startswith('ingest '):
            self.effects += 1
        await updater.add_artifact([new_text_part('taken in' if event else text)], artifact_id='answer')
        await updater.complete()

    async def cancel(self, context, event_queue):
        raise NotImplementedError


def leave_with_stdin():
    """Ends the process when standard input does, so that none outlives the test."""
    sys.stdin.read()
    os._exit(0)


def main():
    listener = socket.create_server(('127.0.0.1', 0))
    url = f'http://127.0.0.1:{listener.getsockname()[1]}'
    bindings = [
        {'protocolBinding': 'JSONRPC', 'url': f'{url}/a2a', 'protocolVersion': '1.0'},
        {'protocolBinding': 'HTTP+JSON', 'url': f'{url}/rest', 'protocolVersion': '1.0'},
    ]
    members = json.loads((Path(__file__).parent / '../card.json').read_text('utf-8'))
    card = ParseDict({**members, 'supportedInterfaces': bindings}, AgentCard())
    agent = HarborLog()
    handler = DefaultRequestHandler(agent_executor=agent, task_store=InMemoryTaskStore(), agent_card=card)

    async def effects(_request):
        return JSONResponse({'effects': agent.effects})

    app = Starlette(
        routes=[
            Route('/effects', effects),
            *create_agent_card_routes(card),
            *create_jsonrpc_routes(handler, '/a2a'),
            *create_rest_routes(handler, path_prefix='/rest'),
        ]
    )
    threading.Thread(target=leave_with_stdin, daemon=True).start()
    ready = {
        'url': url,
        'card': f'{url}/.well-known/agent-card.json',
        'version': f'{version("a2a-sdk")}, starlette {version("starlette")}',
        'bindings': bindings,
    }
    # The socket listens already: a call that comes before uvicorn waits for it.
    print(json.dumps(ready), flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level='warning')).run(sockets=[listener])


main()
