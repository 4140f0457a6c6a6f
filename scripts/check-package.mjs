import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Packs the package as npm would publish it and looks at it as its users do: what it holds, how it is resolved, whether
// its types hold up under a strict compiler, and whether it runs with nothing installed beside it. Wants `npm run build`.

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "isoqr-package-"));
const run = (cwd, command, ...args) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", 2] });

const consumer = `
import { encode, type EcLevel, QrError, type QrSymbol, toMatrix, toPng, toSvg } from "isoqr";
import { createApp, createHandler, createService, type QrApi } from "isoqr/app";
import { toCard } from "isoqr/card";
import { createClient, type ShortLink } from "isoqr/client";
import { startServer } from "isoqr/node";
import { detect, type Payload, wifi } from "isoqr/payload";

const ec: EcLevel = "Q";
const symbol: QrSymbol = encode("https://example.com", { ec, version: 2, mask: 3 });
const bytes: Uint8Array = toPng("x", { size: 64, color: "112233" });
const svg: string = toSvg("x", { title: "A code", margin: 0 });
const api: QrApi = createService();
const app: (request: Request) => Promise<Response> = createApp(api);
// @ts-expect-error a level is one of four letters
const wrong = () => encode("x", { ec: "X" });
// @ts-expect-error a matrix has no colour
const odd = () => toMatrix("x", { color: "000000" });
// @ts-expect-error a security is one of five words
const open = () => wifi.build({ ssid: "x", security: "none" });
const network: Payload = detect(wifi.build({ ssid: "x", password: "12345678", hidden: true }));

const server = await startServer({ port: 0, host: "127.0.0.1" });
const served = await fetch(\`\${server.url}/api/qr?data=x&size=64&color=112233\`);
await server.close();
const called = await app(new Request("http://localhost/api/qr?data=x&size=64&color=112233"));
const client = createClient({ baseUrl: "http://localhost", fetch: app });
const fetched: { body: Uint8Array } = await client.generate({ data: "x", size: 64, color: "112233" });
const linked = (): Promise<ShortLink> => client.createLink({ data: "x" });
const handled = await createHandler()(new Request("http://localhost/healthz"));
const same = (a: ArrayBuffer) => Buffer.from(a).equals(bytes);
const checks: Record<string, boolean> = {
  version: symbol.version === 2 && symbol.mask === 3 && symbol.ec === "Q",
  matrix: toMatrix("x").size === 21,
  svg: svg.includes("<title>A code</title>"),
  served: same(await served.arrayBuffer()),
  called: same(await called.arrayBuffer()),
  fetched: Buffer.from(fetched.body).equals(bytes) && linked !== undefined,
  handled: handled.status === 200,
  errors: throwsQrError(wrong) && throwsQrError(open) && odd !== undefined,
  card: (await toCard({ data: "x" }).catch((error: QrError) => error.code)) === "NOT_SUPPORTED",
  payload: network.kind === "wifi" && network.secret,
};
const failed = Object.keys(checks).filter((name) => !checks[name]);
if (failed.length > 0) throw new Error(\`the packed package fails at \${failed.join(", ")}\`);

function throwsQrError(action: () => unknown): boolean {
  try {
    action();
  } catch (error) {
    return error instanceof QrError && error.code === "INVALID_OPTION";
  }
  return false;
}
`;

const tsconfig = {
  compilerOptions: {
    ...{ target: "ES2023", module: "NodeNext", moduleResolution: "NodeNext", lib: ["ES2023", "DOM"], strict: true },
    ...{
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
    },
    ...{ outDir: "out", rootDir: "." },
  },
  include: ["consumer.mts"],
};

try {
  const [packed] = Object.values(
    JSON.parse(run(root, "npm", "pack", "--json", "--ignore-scripts", "--pack-destination", folder)),
  );
  const tarball = join(folder, packed.filename ?? readdirSync(folder)[0]);
  const strange = packed.files
    .map(({ path }) => path)
    .filter((path) => !/^(dist\/|[A-Z]+(\.md)?$|package\.json$)/.test(path));
  if (strange.length > 0) throw new Error(`the package holds ${strange.join(", ")}`);

  const tool = (name) => join(root, "node_modules/.bin", name);
  run(root, tool("publint"), tarball, "--strict");
  run(root, tool("attw"), tarball, "--profile", "esm-only");

  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
  writeFileSync(join(folder, "consumer.mts"), consumer);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  run(folder, "npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", tarball);
  const installed = readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."));
  if (installed.join() !== "isoqr") throw new Error(`the package brings along ${installed.join(", ")}`);
  run(folder, tool("tsc"), "-p", ".");
  run(folder, process.execPath, "out/consumer.mjs");
  console.log(
    `the package is sound: ${packed.files.length} files, ${packed.unpackedSize} bytes, nothing installed beside it`,
  );
} catch (error) {
  console.error(error.stdout || error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
