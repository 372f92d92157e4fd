"""Reads cards with a2a-sdk of A2A 0.3, as py/read.py does with the one of 1.0.

What is told is in the JSON of A2A 0.3, of which the SDK's type is made.
"""

import asyncio
import json
import sys

from importlib.metadata import version

import httpx

from a2a.client import A2ACardResolver


async def resolved(text):
    """Lets the SDK's client read a card that is served without a network."""
    served = httpx.MockTransport(lambda _: httpx.Response(200, content=text.encode()))
    async with httpx.AsyncClient(transport=served) as http:
        return await A2ACardResolver(http, 'https://agent.example').get_agent_card()


def read(text):
    try:
        card = asyncio.run(resolved(text))
    except Exception as e:  # noqa: BLE001
        return {'error': f'{type(e).__name__}: {e}'}
    return {'read': card.model_dump(mode='json', by_alias=True, exclude_none=True)}


results = [read(job['card']) for job in json.load(sys.stdin)['jobs']]
json.dump({'version': version('a2a-sdk'), 'results': results}, sys.stdout)
