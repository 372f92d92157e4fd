"""Reads cards with a2a-sdk and tells what is in the SDK's own type afterwards.

It is told in ProtoJSON. A job is {card, way}, card being text:

    resolver     the SDK's client resolves the card
    json_format  protobuf's reader on the parsed text, as a program does that
                 reads a card into the SDK's type by itself
"""

import asyncio
import json

import httpx

from a2a.client import A2ACardResolver
from a2a.types import AgentCard
from google.protobuf.json_format import MessageToDict, ParseDict
from peer import run


async def resolved(text):
    """Lets the SDK's client read a card that is served without a network."""
    served = httpx.MockTransport(lambda _: httpx.Response(200, content=text.encode()))
    async with httpx.AsyncClient(transport=served) as http:
        return await A2ACardResolver(http, 'https://agent.example').get_agent_card()


def read(job):
    if job['way'] == 'json_format':
        card = ParseDict(json.loads(job['card']), AgentCard())
    else:
        card = asyncio.run(resolved(job['card']))
    return {'read': MessageToDict(card)}


run(read)
