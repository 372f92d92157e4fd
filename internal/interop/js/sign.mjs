// Signs cards with @a2a-js/sdk, with keys made here, and gives their public
// parts. A job is {card, way, keys: [{kid, alg, typ}]}, card being text:
//
//   file    the function is given the parsed text, and its signatures are put
//           into the text as it is
//   served  the function is given the SDK's own AgentCard, and the result is
//           written as the SDK's express handler writes it (JSON.stringify)
//   toJSON  the same, written by the type's own toJSON
import { AgentCard, generateAgentCardSignature } from "@a2a-js/sdk";
import { exportJWK, generateKeyPair } from "jose";
import { run } from "./peer.mjs";

await run(async ({ card, way, keys }) => {
  let signed = JSON.parse(card);
  if (way !== "file") signed = AgentCard.fromJSON(signed);
  const jwks = { keys: [] };
  for (const { kid, alg, typ } of keys) {
    const { privateKey, publicKey } = await generateKeyPair(alg);
    jwks.keys.push({ ...(await exportJWK(publicKey)), kid, alg, use: "sig" });
    const header = typ ? { alg, typ, kid } : { alg, kid };
    signed = await generateAgentCardSignature(privateKey, header)(signed);
  }
  if (way === "served") return { card: JSON.stringify(signed), jwks };
  if (way === "toJSON") return { card: JSON.stringify(AgentCard.toJSON(signed)), jwks };
  const entries = JSON.stringify(signed.signatures);
  return { card: card.replace(/\}\s*$/, () => `,"signatures":${entries}}`), jwks };
});
