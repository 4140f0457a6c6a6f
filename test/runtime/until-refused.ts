import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";

/** Requests pictures one at a time on each of `lanes` connections, until new connections are refused. `answers` counts
 *  the responses per connection. `refused` has a promise for each connection, which rejects if a request gets no
 *  response. */
export function askUntilRefused(url: string, lanes: number) {
  const answers = Array.from({ length: lanes }, () => 0);
  const refused = answers.map(async (_, lane) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (await ask(`${url}/api/qr?data=${lane}-${answers[lane]}`, agent)) answers[lane] = (answers[lane] ?? 0) + 1;
  });
  // Avoids unhandled rejections, because these promises may be awaited much later.
  for (const one of refused) one.catch(() => undefined);
  return { answers, refused };
}

/** Resolves to whether the connection was accepted.
 *  @throws {Error} if the connection breaks, or the response is not a picture. */
async function ask(url: string, agent: Agent): Promise<boolean> {
  try {
    const asking = request(url, { agent }).end();
    const [answer] = (await once(asking, "response")) as [IncomingMessage];
    answer.resume();
    await once(answer, "end");
    if (answer.statusCode !== 200) throw new Error(`expected status 200, received ${answer.statusCode}`);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") return false;
    throw error;
  }
}
