// Serves an agent with @a2a-js/sdk of A2A 0.3 on loopback, as js/serve.mjs does
// with the one of 1.0; see there. What differs is the shape of the card, of the
// parts and of the events.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";

console.debug = console.log = console.error;

const versionOf = (name) =>
  JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;

let effects = 0;

class HarborLog {
  async execute({ taskId, contextId, userMessage }, bus) {
    const status = (state) => ({ state, timestamp: new Date().toISOString() });
    const enter = (state, final) =>
      bus.publish({ kind: "status-update", taskId, contextId, status: status(state), final });

    bus.publish({ kind: "task", id: taskId, contextId, status: status("submitted"), history: [userMessage] });
    enter("working", false);
    const text = userMessage.parts.filter((p) => p.kind === "text").map((p) => p.text).join("\n");
    if (text.startsWith("please wait")) await sleep(300);
    const event = userMessage.parts.some((p) => p.kind === "data" && p.data?.event === "ingest");
    if (event || text.startsWith("ingest ")) effects += 1;
    const artifact = { artifactId: "answer", parts: [{ kind: "text", text: event ? "taken in" : text }] };
    bus.publish({ kind: "artifact-update", taskId, contextId, artifact });
    enter("completed", true);
    bus.finished();
  }

  async cancelTask() {}
}

const app = express();
const server = app.listen(0, "127.0.0.1", () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const card = {
    ...JSON.parse(readFileSync(new URL("../card03.json", import.meta.url))),
    url: `${url}/a2a`,
    preferredTransport: "JSONRPC",
  };
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new HarborLog());
  app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
  app.get("/effects", (_, res) => res.json({ effects }));
  app.use("/a2a", jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
  const version = `${versionOf("@a2a-js/sdk")}, express ${versionOf("express")}`;
  const bindings = [{ protocolBinding: "JSONRPC", url: card.url, protocolVersion: "0.3" }];
  process.stdout.write(JSON.stringify({ url, card: `${url}/.well-known/agent-card.json`, version, bindings }) + "\n");
});

process.stdin.on("end", () => process.exit(0)).resume();
