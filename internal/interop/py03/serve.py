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
import uuid

from importlib.metadata import version
from pathlib import Path

import uvicorn

from a2a.server.agent_execution import AgentExecutor
from a2a.server.apps import A2AStarletteApplication
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCard, Part, TextPart
from a2a.utils import get_data_parts, get_message_text, new_task
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
        task = context.current_task or new_task(context.message)
        await event_queue.enqueue_event(task)
        updater = TaskUpdater(event_queue, task.id, task.context_id)
        text = get_message_text(context.message)
        data = get_data_parts(context.message.parts)
        event = text.startswith('ingest ') or any(d.get('event') == 'ingest' for d in data)
        caller = context.call_context.user.user_name
        opened = caller == ('actionBearer' if event else 'userBearer')
        if CAREFUL and not (opened and context.message.message_id):  # this SDK takes an empty messageId
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
        await updater.add_artifact([Part(root=TextPart(text=answer))], artifact_id='answer')
        await updater.complete()

    async def cancel(self, context, event_queue):
        raise NotImplementedError


class Tokens(AuthenticationBackend):
    """What a careful agent is opened with: a token for each scheme of its card."""

    def __init__(self):
        self.of = {'userBearer': str(uuid.uuid4()), 'actionBearer': str(uuid.uuid4())}

    async def authenticate(self, conn):
        if not conn.url.path.startswith('/a2a'):
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
    binding = {'protocolBinding': 'JSONRPC', 'url': f'{url}/a2a', 'protocolVersion': '0.3'}
    members = json.loads((Path(__file__).parent / '../card03.json').read_text('utf-8'))
    if not CAREFUL:
        for o in [members, *members['skills']]:
            o.pop('security', None)
    card = AgentCard.model_validate({**members, 'url': binding['url'], 'preferredTransport': 'JSONRPC'})
    agent, tokens = HarborLog(), Tokens()
    handler = DefaultRequestHandler(agent_executor=agent, task_store=InMemoryTaskStore())

    async def effects(_request):
        return JSONResponse({'effects': agent.effects})

    app = A2AStarletteApplication(agent_card=card, http_handler=handler).build(
        rpc_url='/a2a',
        routes=[Route('/effects', effects)],
        middleware=[Middleware(AuthenticationMiddleware, backend=tokens, on_error=tokens.refuse)] if CAREFUL else [],
    )
    threading.Thread(target=leave_with_stdin, daemon=True).start()
    ready = {
        'url': url,
        'card': f'{url}/.well-known/agent-card.json',
        'version': f'{version("a2a-sdk")}, starlette {version("starlette")}',
        'bindings': [binding],
        'tokens': tokens.of if CAREFUL else {},
    }
    # The socket listens already: a call that comes before uvicorn waits for it.
    print(json.dumps(ready), flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level='warning')).run(sockets=[listener])


main()
