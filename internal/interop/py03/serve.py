"""Serves an agent with a2a-sdk of A2A 0.3 on loopback.

As py/serve.py does with the one of 1.0; see there. What differs is the
application that the SDK ships, and the shape of the card.
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

from a2a.server.agent_execution import AgentExecutor
from a2a.server.apps import A2AStarletteApplication
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCard, Part, TextPart
from a2a.utils import get_data_parts, get_message_text, new_task
from starlette.responses import JSONResponse
from starlette.routing import Route


class HarborLog(AgentExecutor):
    """The agent: it counts events and echoes text."""

    effects = 0

    async def execute(self, context, event_queue):
        task = context.current_task or new_task(context.message)
        await event_queue.enqueue_event(task)
        updater = TaskUpdater(event_queue, task.id, task.context_id)
        await updater.start_work()
        text = get_message_text(context.message)
        if text.startswith('please wait'):
            await asyncio.sleep(0.3)
        event = any(d.get('event') == 'ingest' for d in get_data_parts(context.message.parts))
        if event or text.startswith('ingest '):
            self.effects += 1
        answer = Part(root=TextPart(text='taken in' if event else text))
        await updater.add_artifact([answer], artifact_id='answer')
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
    binding = {'protocolBinding': 'JSONRPC', 'url': f'{url}/a2a', 'protocolVersion': '0.3'}
    members = json.loads((Path(__file__).parent / '../card03.json').read_text('utf-8'))
    card = AgentCard.model_validate({**members, 'url': binding['url'], 'preferredTransport': 'JSONRPC'})
    agent = HarborLog()
    handler = DefaultRequestHandler(agent_executor=agent, task_store=InMemoryTaskStore())

    async def effects(_request):
        return JSONResponse({'effects': agent.effects})

    app = A2AStarletteApplication(agent_card=card, http_handler=handler)
    app = app.build(rpc_url='/a2a', routes=[Route('/effects', effects)])
    threading.Thread(target=leave_with_stdin, daemon=True).start()
    ready = {
        'url': url,
        'card': f'{url}/.well-known/agent-card.json',
        'version': f'{version("a2a-sdk")}, starlette {version("starlette")}',
        'bindings': [binding],
    }
    # The socket listens already: a call that comes before uvicorn waits for it.
    print(json.dumps(ready), flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level='warning')).run(sockets=[listener])


main()
