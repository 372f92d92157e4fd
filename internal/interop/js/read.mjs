// Reads cards with @a2a-js/sdk and tells what is in the SDK's own type
// afterwards, in ProtoJSON. A job is {card, way}, card being text:
//
//   resolver              the SDK's client resolves the card
//   resolver for 0.3 too  the same with its switch for older cards
//   fromJSON              the type's own reader, on the parsed text
//
// The resolver gives most cards back as they came. That is told apart (asIs):
// the members that the type declares are looked for in the object all the same,
// as a program would that was written against the type.
import { isDeepStrictEqual } from "node:util";
import { AgentCard } from "@a2a-js/sdk";
import { DefaultAgentCardResolver } from "@a2a-js/sdk/client";
import { run } from "./peer.mjs";

const oneof = (x, write = (value) => value) =>
  x?.$case === undefined ? {} : { [x.$case]: write(x.value) };

const scheme = (s) => oneof(s?.scheme, (v) => (v.flows ? { ...v, flows: oneof(v.flows.flow) } : v));

const requirements = (list) =>
  (list ?? []).map((r) => Object.fromEntries(Object.entries(r.schemes ?? {}).map(([k, v]) => [k, v.list])));

const { entries, fromEntries } = Object;

// held is what stands in the members that the type has.
const held = (c) => ({
  ...fromEntries(
    ["name", "description", "version", "documentationUrl", "iconUrl", "provider", "supportedInterfaces", "capabilities"]
      .concat(["defaultInputModes", "defaultOutputModes"])
      .map((k) => [k, c[k]]),
  ),
  securitySchemes: fromEntries(entries(c.securitySchemes ?? {}).map(([k, s]) => [k, scheme(s)])),
  securityRequirements: requirements(c.securityRequirements),
  skills: c.skills.map(({ id, name, description, tags, examples, inputModes, outputModes, securityRequirements }) => ({
    ...{ id, name, description, tags, examples, inputModes, outputModes },
    securityRequirements: requirements(securityRequirements),
  })),
});

await run(async ({ card, way }) => {
  if (way === "fromJSON") return { read: held(AgentCard.fromJSON(JSON.parse(card))) };
  const fetchImpl = async () => new Response(card, { headers: { "content-type": "application/json" } });
  const legacyCompat = { enabled: way === "resolver for 0.3 too" };
  const c = await new DefaultAgentCardResolver({ fetchImpl, legacyCompat }).resolve("https://agent.example");
  return { read: held(c), asIs: isDeepStrictEqual(c, JSON.parse(card)) };
});
