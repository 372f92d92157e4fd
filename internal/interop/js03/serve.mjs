// Serves an agent with @a2a-js/sdk of A2A 0.3 on loopback, as js/serve.mjs does
// with the one of 1.0; see there. What differs is the shape of the card, of the
// parts and of the events.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";

console.debug = console.log = console.error;

const versionOf = (name) =>
  JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;

const careful = process.argv[2] === "careful";
const tokens = { userBearer: randomUUID(), actionBearer: randomUUID() };
// schemeOf is the scheme that a request's token opens.
const schemeOf = (req) => Object.keys(tokens).find((s) => req.headers.authorization === `Bearer ${tokens[s]}`);

let effects = 0;
const taken = new Set();

class HarborLog {
  async execute({ taskId, contextId, userMessage, context }, bus) {
    const status = (state) => ({ state, timestamp: new Date().toISOString() });
    const enter = (state, final) =>
      bus.publish({ kind: "status-update", taskId, contextId, status: status(state), final });
    const end = (state) => {
      enter(state, true);
      bus.finished();
    };

    bus.publish({ kind: "task", id: taskId, contextId, status: status("submitted"), history: [userMessage] });
    const text = userMessage.parts.filter((p) => p.kind === "text").map((p) => p.text).join("\n");
    const event = userMessage.parts.some((p) => p.kind === "data" && p.data?.event === "ingest") || text.startsWith("ingest ");
    const caller = context?.user?.userName;
    if (careful && caller !== (event ? "actionBearer" : "userBearer")) return end("rejected");
    const key = `${caller} ${userMessage.messageId}`;
    const known = careful && taken.has(key);
    if (event) taken.add(key); // before the first wait, so that two at once are told apart

    enter("working", false);
    if (text.startsWith("please wait")) await sleep(300);
    if (event && !known) effects += 1;
    const answer = !event ? text : known ? "already there" : "taken in";
    const artifact = { artifactId: "answer", parts: [{ kind: "text", text: answer }] };
    bus.publish({ kind: "artifact-update", taskId, contextId, artifact });
    end("completed");
  }

  async cancelTask() {}
}

const app = express();
const server = app.listen(0, "127.0.0.1", () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const members = JSON.parse(readFileSync(new URL("../card03.json", import.meta.url)));
  if (!careful) for (const o of [members, ...members.skills]) delete o.security;
  const card = { ...members, url: `${url}/a2a`, preferredTransport: "JSONRPC" };
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new HarborLog());
  const userBuilder = careful
    ? async (req) => ({ isAuthenticated: true, userName: schemeOf(req) })
    : UserBuilder.noAuthentication;
  app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
  app.get("/effects", (_, res) => res.json({ effects }));
  app.use((req, res, next) => {
    if (!careful || schemeOf(req)) return next();
    res.status(401).set("WWW-Authenticate", "Bearer").json({ error: "a token is needed" });
  });
  app.use("/a2a", jsonRpcHandler({ requestHandler, userBuilder }));
  const version = `${versionOf("@a2a-js/sdk")}, express ${versionOf("express")}`;
  const bindings = [{ protocolBinding: "JSONRPC", url: card.url, protocolVersion: "0.3" }];
  const ready = { url, card: `${url}/.well-known/agent-card.json`, version, bindings, tokens: careful ? tokens : {} };
  process.stdout.write(JSON.stringify(ready) + "\n");
});

process.stdin.on("end", () => process.exit(0)).resume();
