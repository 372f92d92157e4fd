"""Verifies cards with a2a-sdk. A job is {card, way, jwks}, card being text:

    function  the verifier on the parsed text
    client    the SDK's client resolves the card and verifies what it made of it
"""

import asyncio
import json

import httpx

from a2a.client import A2ACardResolver
from a2a.types import AgentCard
from a2a.utils.signing import create_signature_verifier
from google.protobuf.json_format import ParseDict
from jwt import PyJWK
from jwt.exceptions import PyJWKSetError
from peer import run


ALGORITHMS = ['ES256', 'ES384', 'ES512', 'RS256', 'PS256', 'EdDSA']


async def resolve(text, verifier):
    """Lets the SDK's client read a card that is served without a network."""
    served = httpx.MockTransport(lambda _: httpx.Response(200, text=text))
    async with httpx.AsyncClient(transport=served) as http:
        await A2ACardResolver(http, 'https://agent.example').get_agent_card(signature_verifier=verifier)


def verify(job):
    keys = {k['kid']: PyJWK(k) for k in job['jwks']['keys']}

    def key_of(kid, _jku):
        # the verifier goes on to the next signature after an error of PyJWT's alone
        if kid not in keys:
            raise PyJWKSetError('no such key')
        return keys[kid]

    verifier = create_signature_verifier(key_of, ALGORITHMS)
    if job['way'] == 'client':
        asyncio.run(resolve(job['card'], verifier))
    else:
        verifier(ParseDict(json.loads(job['card']), AgentCard(), ignore_unknown_fields=True))
    return {'verified': True}


run(verify)
