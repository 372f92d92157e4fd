"""Signs cards with a2a-sdk, with keys made here, and gives their public parts.

A job is {card, way, keys: [{kid, alg, typ}]}, card being text:

    file    the signatures are put into the text as it is
    served  the card is written as the SDK's card route writes it
"""

import json

from a2a.server.request_handlers.response_helpers import agent_card_to_dict
from a2a.types import AgentCard
from a2a.utils.signing import create_agent_card_signer
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from google.protobuf.json_format import MessageToDict, ParseDict
from jwt.algorithms import get_default_algorithms
from peer import run


CURVES = {'ES256': ec.SECP256R1, 'ES384': ec.SECP384R1, 'ES512': ec.SECP521R1}


def new_key(alg):
    """A fresh private key for an algorithm."""
    if alg in CURVES:
        return ec.generate_private_key(CURVES[alg]())
    if alg == 'EdDSA':
        return ed25519.Ed25519PrivateKey.generate()
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def sign(job):
    card = ParseDict(json.loads(job['card']), AgentCard(), ignore_unknown_fields=True)
    public = []
    for wish in job['keys']:
        key = new_key(wish['alg'])
        jwk = get_default_algorithms()[wish['alg']].to_jwk(key.public_key(), as_dict=True)
        jwk.pop('key_ops', None)
        public.append({**jwk, 'kid': wish['kid'], 'alg': wish['alg'], 'use': 'sig'})
        pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        header = {k: wish[k] for k in ('alg', 'kid', 'typ') if wish.get(k)}
        card = create_agent_card_signer(pem, header)(card)
    if job['way'] == 'served':
        # starlette's JSONResponse, which the card route answers with
        text = json.dumps(agent_card_to_dict(card), ensure_ascii=False, allow_nan=False, separators=(',', ':'))
    else:
        entries = json.dumps([MessageToDict(s) for s in card.signatures])
        text = f'{job["card"].rstrip()[:-1]},"signatures":{entries}}}'
    return {'card': text, 'jwks': {'keys': public}}


run(sign)
