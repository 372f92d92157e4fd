// Serves an agent with @a2a-js/sdk on loopback, as the SDK's samples build one:
// a store in memory, the default request handler, express. It prints one line
// of JSON when it listens and ends when standard input does.
//
// The executor counts an effect for each event it takes in, and echoes all
// else; GET /effects, which is no part of A2A, tells the count.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { AgentCard, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from "@a2a-js/sdk";
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";

console.debug = console.log = console.error;

const versionOf = (name) =>
  JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;

let effects = 0;

class HarborLog {
  async execute({ taskId, contextId, userMessage }, bus) {
    const status = (state) => ({ state, timestamp: new Date().toISOString() });
    const enter = (state) =>
      bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ taskId, contextId, status: status(state) })));

    bus.publish(AgentEvent.task({
      ...Task.fromJSON({ id: taskId, contextId, status: status("TASK_STATE_SUBMITTED") }),
      history: [userMessage],
    }));
    enter("TASK_STATE_WORKING");
    const contents = userMessage.parts.map((part) => part.content);
    const text = contents.filter((c) => c?.$case === "text").map((c) => c.value).join("\n");
    if (text.startsWith("please wait")) await sleep(300);
    const event = contents.some((c) => c?.$case === "data" && c.value?.event === "ingest");
    if (event || text.startsWith("ingest ")) effects += 1;
    const artifact = { artifactId: "answer", parts: [{ text: event ? "taken in" : text }] };
    bus.publish(AgentEvent.artifactUpdate(TaskArtifactUpdateEvent.fromJSON({ taskId, contextId, artifact })));
    enter("TASK_STATE_COMPLETED");
    bus.finished();
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
  const card = AgentCard.fromJSON({
    ...JSON.parse(readFileSync(new URL("../card.json", import.meta.url))),
    supportedInterfaces: bindings,
  });
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new HarborLog());
  const options = { requestHandler, userBuilder: UserBuilder.noAuthentication };
  // Given the request handler, as in the samples, this one would write the
  // schemes as the SDK's own type holds them, which is no form of A2A.
  const agentCardProvider = async () => AgentCard.toJSON(card);
  app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider }));
  app.get("/effects", (_, res) => res.json({ effects }));
  app.use("/a2a", jsonRpcHandler(options));
  app.use("/rest", restHandler(options));
  const version = `${versionOf("@a2a-js/sdk")}, express ${versionOf("express")}`;
  process.stdout.write(JSON.stringify({ url, card: `${url}/.well-known/agent-card.json`, version, bindings }) + "\n");
});

process.stdin.on("end", () => process.exit(0)).resume();
