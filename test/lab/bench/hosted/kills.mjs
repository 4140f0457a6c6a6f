import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { createCaller } from "./caller.mjs";
import { distinct } from "./requests.mjs";
import { freePorts, serve } from "./server.mjs";

const SERVERS = 3;
/** The number of pairs of clients. Both clients of a pair create a link to the same text at the same time, on two
 *  servers. */
const PAIRS = 12;

/** Runs three servers under load on one PostgreSQL server. Kills one of them with SIGKILL and restarts it, `rounds`
 *  times in total. Counts lost links and duplicate tokens. */
export async function measureKills({ rounds }) {
  const { module } = await runnerImport(fileURLToPath(new URL("../../../postgres/database.ts", import.meta.url)));
  const database = await module.startTestServer();
  const url = await database.createDatabase();
  const ports = await freePorts(SERVERS);
  const start = (port) => serve({ PORT: String(port), LINKS: url }, { pin: false });
  const servers = await Promise.all(ports.map(start));
  const urls = servers.map(({ url }) => url);
  const answers = [];
  let going = true;
  const lanes = Array.from({ length: PAIRS }, async (_, pair) => {
    const two = [urls[pair % SERVERS], urls[(pair + 1) % SERVERS]].map(createCaller);
    while (going) {
      const text = distinct();
      const made = await Promise.all(two.map((caller) => create(caller, text)));
      answers.push({ text, made: made.filter((link) => link) });
    }
    for (const caller of two) caller.close();
  });
  try {
    for (let round = 0; round < rounds; round++) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      await servers[round % SERVERS].end("SIGKILL");
      servers[round % SERVERS] = await start(ports[round % SERVERS]);
    }
    going = false;
    await Promise.all(lanes);
    return report(await judge(urls[0], answers), answers, rounds);
  } finally {
    going = false;
    await Promise.all(servers.map(({ end }) => end()));
    await database.stop();
  }
}

/** Creates a link to `text`. Resolves to undefined if the server dies before it responds. Rejects on any other
 *  failure. */
async function create(caller, text) {
  const request = { method: "POST", path: "/api/i", body: JSON.stringify({ data: text }) };
  const answer = await caller.ask(request).catch(() => undefined);
  if (!answer) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return undefined;
  }
  if (answer.status !== 200) throw new Error(`creating a link returned ${answer.status}`);
  return JSON.parse(answer.body);
}

/** Counts acknowledged links that are missing. Also counts links for which two different tokens were sent, or for which
 *  no token was sent although both requests got a response. */
async function judge(url, answers) {
  const caller = createCaller(url);
  let [lost, tokens] = [0, 0];
  for (const { text, made } of answers) {
    const owners = made.filter(({ token }) => token).length;
    if (owners > 1 || (made.length === 2 && owners === 0)) tokens += 1;
    if (made.length === 0) continue;
    const again = await create(caller, text);
    if (again.id !== made[0].id || again.token) lost += 1;
    const { status } = await caller.ask({ path: `/i/${again.id}.svg` });
    if (status !== 200) lost += 1;
  }
  caller.close();
  return { lost, tokens };
}

function report({ lost, tokens }, answers, rounds) {
  const acknowledged = answers.reduce((sum, { made }) => sum + made.length, 0).toLocaleString("en");
  const row = (label, measured) => ({ label, least: 0, measured, unit: "", better: "less", note: "" });
  const kills = `${rounds} times kill -9 of one of ${SERVERS} servers sharing a PostgreSQL database, under load`;
  return {
    rows: [
      { ...row(`${kills}: acknowledged links lost`, lost), note: `${acknowledged} acknowledged` },
      {
        ...row("the same: links that got two tokens, or none", tokens),
        note: `${answers.length.toLocaleString("en")} links requested`,
      },
    ],
    figures: {},
  };
}
