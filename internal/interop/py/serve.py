"""Serves an agent with a2a-sdk on loopback, as the SDK's samples build one.

A store in memory, the default request handler, starlette and uvicorn. It prints
one line of JSON when it listens and ends when standard input does.

The executor counts an effect for each event that it takes in, and echoes all
else; GET /effects, which is no part of A2A, tells the count.

With the argument careful it does in addition what the SDK leaves to the agent:
it opens each skill to the scheme that the card names for it, and an event has
its effect once for each caller and messageId.
"""

import asyncio
import json
import os
import socket
import sys
import threading
import uuid

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
from starlette.authentication import AuthCredentials, AuthenticationBackend, AuthenticationError, SimpleUser
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.responses import JSONResponse
from starlette.routing import Route


CAREFUL = sys.argv[1:] == ['careful']


class HarborLog(AgentExecutor):
    """The agent: it counts events and echoes text."""

    def __init__(self):
        self.effects = 0
        self.taken = set()

    async def execute(self, context, event_queue):
        task = new_task_from_user_message(context.message)
        task.id, task.context_id = context.task_id, context.context_id
        await event_queue.enqueue_event(task)
        updater = TaskUpdater(event_queue, context.task_id, context.context_id)
        text = get_message_text(context.message)
        data = get_data_parts(context.message.parts)
        event = text.startswith('ingest ') or any(isinstance(d, dict) and d.get('event') == 'ingest' for d in data)
        caller = context.call_context.user.user_name
        if CAREFUL and caller != ('actionBearer' if event else 'userBearer'):
            await updater.reject()
            return
        key = (caller, context.message.message_id)
        known = CAREFUL and key in self.taken
        if event:
            self.taken.add(key)  # before it waits again, so that two at once are told apart

        await updater.start_work()
        if text.startswith('please wait'):
            await asyncio.sleep(0.3)
        if event and not known:
            self.effects += 1
        answer = text if not event else 'already there' if known else 'taken in'
        await updater.add_artifact([new_text_part(answer)], artifact_id='answer')
        await updater.complete()

    async def cancel(self, context, event_queue):
        raise NotImplementedError


class Tokens(AuthenticationBackend):
    """What a careful agent is opened with: a token for each scheme of its card."""

    def __init__(self):
        self.of = {'userBearer': str(uuid.uuid4()), 'actionBearer': str(uuid.uuid4())}

    async def authenticate(self, conn):
        if not conn.url.path.startswith(('/a2a', '/rest')):
            return None
        for scheme, token in self.of.items():
            if conn.headers.get('authorization') == f'Bearer {token}':
                return AuthCredentials(), SimpleUser(scheme)
        raise AuthenticationError('a token is needed')

    @staticmethod
    def refuse(_conn, exc):
        return JSONResponse({'error': str(exc)}, 401, {'WWW-Authenticate': 'Bearer'})


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
    if not CAREFUL:
        for o in [members, *members['skills']]:
            o.pop('securityRequirements', None)
    card = ParseDict({**members, 'supportedInterfaces': bindings}, AgentCard())
    agent, tokens = HarborLog(), Tokens()
    handler = DefaultRequestHandler(agent_executor=agent, task_store=InMemoryTaskStore(), agent_card=card)

    async def effects(_request):
        return JSONResponse({'effects': agent.effects})

    app = Starlette(
        routes=[
            Route('/effects', effects),
            *create_agent_card_routes(card),
            *create_jsonrpc_routes(handler, '/a2a'),
            *create_rest_routes(handler, path_prefix='/rest'),
        ],
        middleware=[Middleware(AuthenticationMiddleware, backend=tokens, on_error=tokens.refuse)] if CAREFUL else [],
    )
    threading.Thread(target=leave_with_stdin, daemon=True).start()
    ready = {
        'url': url,
        'card': f'{url}/.well-known/agent-card.json',
        'version': f'{version("a2a-sdk")}, starlette {version("starlette")}',
        'bindings': bindings,
        'tokens': tokens.of if CAREFUL else {},
    }
    # The socket listens already: a call that comes before uvicorn waits for it.
    print(json.dumps(ready), flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level='warning')).run(sockets=[listener])


main()
