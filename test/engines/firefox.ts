import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { type Engine, type EnginePage, outcomeOf, plainLook, settled } from "./engine.ts";
import { installed, start } from "./program.ts";

export const firefoxPath = installed(process.env.FIREFOX_PATH ?? "", "/usr/bin/firefox-esr", "/usr/bin/firefox");

/** Stops Firefox from sending requests of its own, and from checking whether it is the default browser. */
const preferences = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.safebrowsing.downloads.remote.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.safebrowsing.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.getAddons.cache.enabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.dns.disablePrefetch": true,
  "services.settings.server": "data:,#remote-settings-dummy/v1",
  "toolkit.telemetry.enabled": false,
};

type Send = (method: string, params: object) => Promise<Record<string, unknown>>;

/** Starts Firefox and controls it over WebDriver BiDi, which is built into Firefox. */
export async function startFirefox(path: string, { scheme, scale } = plainLook): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), "isoqr-firefox-"));
  const look = {
    "layout.css.prefers-color-scheme.content-override": scheme === "dark" ? 0 : 1,
    "layout.css.devPixelsPerPx": String(scale),
  };
  const lines = Object.entries({ ...preferences, ...look }).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, "user.js"), lines.join("\n"));
  const program = start(path, ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile], {
    HOME: profile,
    MOZ_CRASHREPORTER_DISABLE: "1",
  });
  const [, address] = await program.waitFor(/WebDriver BiDi listening on (ws:\S+)/);
  const { send, close } = await connect(`${address}/session`);
  const { capabilities } = await send("session.new", { capabilities: {} });
  const { browserVersion } = capabilities as { browserVersion: string };
  return {
    name: `Firefox ${browserVersion}`,
    open: (url) => open(send, url),
    install: async (folder) =>
      void (await send("webExtension.install", { extensionData: { type: "path", path: folder } })),
    async close() {
      close();
      await program.end();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function open(send: Send, url: string): Promise<EnginePage> {
  const { context } = await send("browsingContext.create", { type: "tab" });
  await send("browsingContext.navigate", { context, url, wait: "complete" });
  return {
    async run(script) {
      const params = { expression: settled(script), target: { context }, awaitPromise: true };
      const answer = await send("script.evaluate", params);
      const { result, exceptionDetails } = answer as {
        result?: { value: unknown };
        exceptionDetails?: { text: string };
      };
      if (!result) throw new Error(exceptionDetails?.text);
      return outcomeOf(result.value);
    },
    async screenshot() {
      const { data } = await send("browsingContext.captureScreenshot", { context });
      return Buffer.from(String(data), "base64");
    },
    close: async () => void (await send("browsingContext.close", { context })),
  };
}

/** Sends commands over a socket and resolves to their responses. */
async function connect(url: string): Promise<{ send: Send; close: () => void }> {
  const socket = new WebSocket(url, { maxPayload: 2 ** 27 });
  const waiting = new Map<number, { resolve(result: Record<string, unknown>): void; reject(error: Error): void }>();
  let last = 0;
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  socket.on("message", (text) => {
    const { id, result, error, message } = JSON.parse(String(text));
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(`${error}: ${message}`));
    else call?.resolve(result);
  });
  socket.on("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox exited before it responded"));
  });
  return {
    send(method, params) {
      const id = ++last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    close: () => socket.close(),
  };
}
