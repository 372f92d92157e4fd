// What both scripts share: one JSON value in, one JSON value out. What the SDK
// prints to the console goes to standard error, so that it can't mix with it.
import { readFileSync } from "node:fs";

console.debug = console.log = console.error;

const versionOf = (name) =>
  JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;

// run answers each of the jobs on standard input. A job that throws is answered
// with its error.
export async function run(answer) {
  const { jobs } = JSON.parse(readFileSync(0, "utf8"));
  const results = [];
  for (const job of jobs) {
    try {
      results.push(await answer(job));
    } catch (error) {
      results.push({ error: String(error) });
    }
  }
  const version = `${versionOf("@a2a-js/sdk")}, jose ${versionOf("jose")}`;
  process.stdout.write(JSON.stringify({ version, results }) + "\n");
}
