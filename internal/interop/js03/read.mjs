// Reads cards with @a2a-js/sdk of A2A 0.3, as js/read.mjs does with the one of
// 1.0; see there. What is told is in the JSON of A2A 0.3, which is what the
// SDK's type is, with the members that the type has.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { DefaultAgentCardResolver } from "@a2a-js/sdk/client";

console.debug = console.log = console.error;

const pick = (o, names) => Object.fromEntries(names.split(" ").map((k) => [k, o?.[k]]));

const flow = (f) => f && pick(f, "authorizationUrl tokenUrl refreshUrl scopes");

const flows = ({ authorizationCode, clientCredentials, implicit, password }) => ({
  ...{ authorizationCode: flow(authorizationCode), clientCredentials: flow(clientCredentials) },
  ...{ implicit: flow(implicit), password: flow(password) },
});

const scheme = (s) => ({
  ...pick(s, "type description name in scheme bearerFormat oauth2MetadataUrl openIdConnectUrl"),
  flows: s?.flows && flows(s.flows),
});

const held = (c) => ({
  ...pick(c, "name description version url protocolVersion preferredTransport additionalInterfaces provider"),
  ...pick(c, "documentationUrl iconUrl defaultInputModes defaultOutputModes security supportsAuthenticatedExtendedCard"),
  capabilities: pick(c.capabilities, "streaming pushNotifications extensions"),
  securitySchemes: Object.fromEntries(Object.entries(c.securitySchemes ?? {}).map(([k, s]) => [k, scheme(s)])),
  skills: c.skills.map((s) => pick(s, "id name description tags examples inputModes outputModes security")),
});

const results = [];
for (const { card } of JSON.parse(readFileSync(0, "utf8")).jobs) {
  const fetchImpl = async () => new Response(card, { headers: { "content-type": "application/json" } });
  let c;
  try {
    c = await new DefaultAgentCardResolver({ fetchImpl }).resolve("https://agent.example");
  } catch (error) {
    results.push({ error: String(error) });
    continue;
  }
  results.push({ read: held(c), asIs: isDeepStrictEqual(c, JSON.parse(card)) });
}
const { version } = JSON.parse(readFileSync(new URL("node_modules/@a2a-js/sdk/package.json", import.meta.url)));
process.stdout.write(JSON.stringify({ version, results }) + "\n");
