import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";

/** Asks for pictures by `lanes` connections, one request after the other on each, until no new connection is to be had:
 *  `answers` counts them, and each of `refused` rejects when a request that was sent is not answered. */
export function askUntilRefused(url: string, lanes: number) {
  const answers = Array.from({ length: lanes }, () => 0);
  const refused = answers.map(async (_, lane) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (await ask(`${url}/api/qr?data=${lane}-${answers[lane]}`, agent)) answers[lane] = (answers[lane] ?? 0) + 1;
  });
  // They may be looked at when they are long over.
  for (const one of refused) one.catch(() => undefined);
  return { answers, refused };
}

/** Resolves to whether somebody was there.
 *  @throws {Error} when the connection breaks, and for any other answer than a picture. */
async function ask(url: string, agent: Agent): Promise<boolean> {
  try {
    const asking = request(url, { agent }).end();
    const [answer] = (await once(asking, "response")) as [IncomingMessage];
    answer.resume();
    await once(answer, "end");
    if (answer.statusCode !== 200) throw new Error(`answered with ${answer.statusCode}`);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") return false;
    throw error;
  }
}
