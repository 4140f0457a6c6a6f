import { expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { createMcp } from "../../src/http/mcp/routes.ts";
import type { HeavyWork } from "../../src/ports.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";

const svg = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')}`;
const remote = "https://example.com/logo.svg";
const framed = { data: "x", frame: "ticket", caption: "Scan me", format: "svg" };

function createClientApp() {
  const seen = new Set<string | undefined>();
  const heavy: HeavyWork = {
    jobs: new Set(["drawCaption", "drawPicture", "drawCard", "scan"]),
    async run({ client }) {
      seen.add(client);
      throw new Error("not drawn");
    },
  };
  const logos = {
    async fetch(_url: string, _most: number, client?: string): Promise<never> {
      seen.add(client);
      throw new Error("not fetched");
    },
  };
  const report = () => undefined;
  const service = createService({ heavy, logos, links: createMemoryLinks() });
  const app = createApp(service, { report, mcp: createMcp(service, report), clientOf: () => "192.0.2.1" });
  const send = async (path: string, body?: object) => {
    const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : {};
    return (await app(new Request(`http://isoqr.test${path}`, init))).text();
  };
  return { send, seen };
}

const query = new URLSearchParams(framed).toString();
const call = (name: string) => ({
  ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
  params: { name, arguments: framed },
});

test.each<[string, object?]>([
  [`/api/qr?${query}`],
  [`/api/qr?data=x&logo=${remote}`],
  ["/api/qr", framed],
  ["/api/qr", { data: "x", logoData: svg }],
  ["/api/qr/batch", { items: [framed] }],
  ["/api/qr/batch", { items: [{ data: "x", logo: remote }] }],
  ["/api/qr/validate?data=x"],
  ["/api/qr/inspect", { data: "x" }],
  ["/api/qr/validate", { data: "x", logo: remote }],
  ["/api/og?data=x"],
  [`/api/og?data=x&logo=${remote}`],
  ["/api/i", { ...framed, format: undefined }],
  [`/qr?text=x&centerImageUrl=${remote}`],
  ["/mcp", call("generate_qr")],
  ["/mcp", call("validate_qr")],
])("passes the client to the heavy work of %s %j", async (path, body) => {
  const { send, seen } = createClientApp();
  await send(path, body);
  expect([...seen]).toEqual(["192.0.2.1"]);
});

test("passes the client to the heavy work of a share page and its images", async () => {
  const { send, seen } = createClientApp();
  const { id } = JSON.parse(await send(`/api/i?data=x&logo=${remote}`));
  for (const path of [`/i/${id}`, `/i/${id}.png`, `/api/og?link=${id}`]) {
    seen.clear();
    await send(path);
    expect([...seen], path).toEqual(["192.0.2.1"]);
  }
});
