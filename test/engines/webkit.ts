import { type AddressInfo, createServer } from "node:net";
import { type Engine, outcomeOf, plainLook, settled } from "./engine.ts";
import { installed, start } from "./program.ts";

const display = installed("/usr/bin/Xvfb");
const driver = installed("/usr/bin/WebKitWebDriver");
const browser = installed(
  ...["4.1", "4.0", "6.0"].map((version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
);

/** The paths of the programs that WebKit needs, or undefined if one is missing. */
export const webkitPaths = display && driver && browser ? { display, driver, browser } : undefined;

/** Starts WebKitGTK's MiniBrowser over WebDriver, on a separate display. It supports one page at a time. */
export async function startWebKit(
  paths: NonNullable<typeof webkitPaths>,
  { scheme, scale } = plainLook,
): Promise<Engine> {
  const screen = start(paths.display, [
    "-displayfd",
    "1",
    "-screen",
    "0",
    `${1280 * scale}x${1024 * scale}x24`,
    "-nolisten",
    "tcp",
  ]);
  const [number] = await screen.waitFor(/^\d+$/m);
  const port = await freePort();
  const program = start(paths.driver, [`--port=${port}`], {
    ...{ DISPLAY: `:${number}`, GDK_BACKEND: "x11", GDK_SCALE: String(scale) },
    ...(scheme === "dark" && { GTK_THEME: "Adwaita:dark" }),
  });
  const options = { binary: paths.browser, args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  const ask = createAsk(`http://127.0.0.1:${port}`);
  const end = async () => {
    await program.end();
    await screen.end();
  };
  const session = (await ask("POST", "/session", { capabilities }, 200).catch(async (error) => {
    await end();
    throw error;
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  const path = `/session/${session.sessionId}`;
  await ask("POST", `${path}/timeouts`, { script: 120_000, pageLoad: 60_000 });
  return {
    name: `WebKitGTK ${session.capabilities.browserVersion}`,
    async open(url) {
      await ask("POST", `${path}/url`, { url });
      return {
        async run(script) {
          const body = `const done = arguments[arguments.length - 1]; ${settled(script)}.then(done)`;
          return outcomeOf(await ask("POST", `${path}/execute/async`, { script: body, args: [] }));
        },
        screenshot: async () => Buffer.from(String(await ask("GET", `${path}/screenshot`)), "base64"),
        close: async () => void (await ask("POST", `${path}/url`, { url: "about:blank" })),
      };
    },
    async close() {
      await ask("DELETE", path).catch(() => undefined);
      await end();
    },
  };
}

/** Resolves to an unused port. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Returns a function that sends a WebDriver command, and retries it while the connection is refused: at most `tries`
 *  attempts, a tenth of a second apart. */
function createAsk(base: string) {
  return async function ask(method: string, path: string, body?: object, tries = 1): Promise<unknown> {
    try {
      const answer = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) });
      const { value } = (await answer.json()) as { value: unknown };
      if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
      return value;
    } catch (error) {
      if (tries <= 1 || !(error instanceof TypeError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return ask(method, path, body, tries - 1);
    }
  };
}
