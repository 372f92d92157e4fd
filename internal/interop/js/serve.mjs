// Serves an agent with @a2a-js/sdk on loopback, as the SDK's samples build one:
// a store in memory, the default request handler, express. It prints one line
// of JSON when it listens and ends when standard input does.
//
// The executor counts an effect for each event that it takes in, and echoes all
// else; GET /effects, which is no part of A2A, tells the count.
//
// With the argument careful it does in addition what the SDK leaves to the
// agent: it opens each skill to the scheme that the card names for it, and an
// event has its effect once for each caller and messageId.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { AgentCard, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from "@a2a-js/sdk";
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from "@a2a-js/sdk/server/express";
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
    const enter = (state) =>
      bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status: status(state) })));
    const end = (state) => {
      enter(state);
      bus.finished();
    };

    bus.publish(AgentEvent.task({
      ...Task.fromJSON({ id: taskId, contextId, status: status("TASK_STATE_SUBMITTED") }),
      history: [userMessage],
    }));
    const contents = userMessage.parts.map((part) => part.content);
    const text = contents.filter((c) => c?.$case === "text").map((c) => c.value).join("\n");
    const event = contents.some((c) => c?.$case === "data" && c.value?.event === "ingest") || text.startsWith("ingest ");
    const caller = context.user?.userName;
    if (careful && caller !== (event ? "actionBearer" : "userBearer")) return end("TASK_STATE_REJECTED");
    const key = `${caller} ${userMessage.messageId}`;
    const known = careful && taken.has(key);
    if (event) taken.add(key); // before the first wait, so that two at once are told apart

    enter("TASK_STATE_WORKING");
    if (text.startsWith("please wait")) await sleep(300);
    if (event && !known) effects += 1;
    const answer = !event ? text : known ? "already there" : "taken in";
    const artifact = { artifactId: "answer", parts: [{ text: answer }] };
    bus.publish(AgentEvent.artifactUpdate(TaskArtifactUpdateEvent.fromJSON({ taskId, contextId, artifact })));
    end("TASK_STATE_COMPLETED");
  }

  async cancelTask() {}
}

const app = express();
const server = app.listen(0, "127.0.0.1", () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const bindings = [
    { protocolBinding: "JSONRPC", url: `${url}/a2a`, protocolVersion: "1.0" },
    { protocolBinding: "HTTP+JSON", url: `${url}/rest`, protocolVersion: "1.0" },
  ];
  const members = JSON.parse(readFileSync(new URL("../card.json", import.meta.url)));
  if (!careful) for (const o of [members, ...members.skills]) delete o.securityRequirements;
  const card = AgentCard.fromJSON({ ...members, supportedInterfaces: bindings });
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new HarborLog());
  const userBuilder = careful
    ? async (req) => ({ isAuthenticated: true, userName: schemeOf(req) })
    : UserBuilder.noAuthentication;
  // Given the request handler, as in the samples, this one would write the
  // schemes as the SDK's own type holds them, which is no form of A2A.
  const agentCardProvider = async () => AgentCard.toJSON(card);
  app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider }));
  app.get("/effects", (_, res) => res.json({ effects }));
  app.use((req, res, next) => {
    if (!careful || schemeOf(req)) return next();
    res.status(401).set("WWW-Authenticate", "Bearer").json({ error: "a token is needed" });
  });
  app.use("/a2a", jsonRpcHandler({ requestHandler, userBuilder }));
  app.use("/rest", restHandler({ requestHandler, userBuilder }));
  const version = `${versionOf("@a2a-js/sdk")}, express ${versionOf("express")}`;
  const ready = { url, card: `${url}/.well-known/agent-card.json`, version, bindings, tokens: careful ? tokens : {} };
  process.stdout.write(JSON.stringify(ready) + "\n");
});

process.stdin.on("end", () => process.exit(0)).resume();
