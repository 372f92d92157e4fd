// Verifies cards with @a2a-js/sdk. A job is {card, way, jwks}, card being text:
//
//   function  verifyAgentCardSignature on the parsed text
//   client    the SDK's client resolves the card and verifies what it made of it
import { verifyAgentCardSignature } from "@a2a-js/sdk";
import { ClientFactory, ClientFactoryOptions, DefaultAgentCardResolver } from "@a2a-js/sdk/client";
import { importJWK } from "jose";
import { run } from "./peer.mjs";

// resolved is the client for a card that is served without a network.
const resolved = (text) => {
  const fetchImpl = async () => new Response(text, { headers: { "content-type": "application/json" } });
  const cardResolver = new DefaultAgentCardResolver({ fetchImpl });
  return new ClientFactory({ ...ClientFactoryOptions.default, cardResolver }).createFromUrl("https://agent.example");
};

await run(async ({ card, way, jwks }) => {
  const verify = verifyAgentCardSignature(async (kid) => {
    const jwk = jwks.keys.find((k) => k.kid === kid);
    if (!jwk) throw new Error("no such key");
    return importJWK(jwk, jwk.alg);
  });
  if (way === "client") {
    await (await resolved(card)).getAgentCard(undefined, verify);
  } else {
    await verify(JSON.parse(card));
  }
  return { verified: true };
});
