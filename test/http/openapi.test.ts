import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { statusOf } from "../../src/errors.ts";
import { addRoutes } from "../../src/http/app.ts";
import { createCalls } from "../../src/http/limits.ts";
import { describeApi, VERSION } from "../../src/http/reference/document.ts";
import type { Input } from "../../src/http/reference/operation.ts";
import { operations } from "../../src/http/reference/operations.ts";
import { logoFetchLimited } from "../../src/messages/logo-rules.ts";
import { integerRange } from "../../src/messages/option-rules.ts";
import { integer } from "../../src/options/kinds.ts";
import { createService } from "../../src/service/service.ts";
import { ruleText } from "../rule-text.ts";
import { createTestApp } from "./whole-app.ts";

const { app, ask } = createTestApp();
const document = describeApi("/");
/** The document as it is served. */
const served = JSON.parse(JSON.stringify(document));

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(served, "api");

/** Every example in the served document. */
const examples = Object.entries<Record<string, Described>>(served.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
    const bodies = requestBody?.content["application/json"]?.examples ?? {};
    const names = new Set([...Object.keys(bodies), ...parameters.flatMap((p) => Object.keys(p.examples ?? {}))]);
    return [...names].map((name) => {
      const query = parameters.flatMap((p) => (p.examples?.[name] ? [[p.name, p.examples[name].value]] : []));
      const input = requestBody ? (bodies[name]?.value as Input) : Object.fromEntries(query);
      return { title: `${method.toUpperCase()} ${path}: ${name}`, method, path, input };
    });
  }),
);

interface Route {
  readonly name: string;
  readonly matches: (path: string) => boolean;
}

interface Described {
  readonly parameters?: readonly { name: string; examples?: Record<string, { value: unknown }> }[];
  readonly requestBody?: { content: Record<string, { examples?: Record<string, { value: unknown }> }> };
}

beforeAll(async () => {
  // Creates the link whose id the examples use.
  const link = await (await ask({ method: "get", path: "/api/i", input: { data: "https://example.com" } })).json();
  expect(link.url).toContain(exampleId());
});

function exampleId(): string {
  return served.paths["/i/{id}.png"].get.parameters[0].example;
}

/** Expects the status, headers and body of `answer` to match the document. */
async function expectDescribed(answer: Response, path: string, method: string): Promise<void> {
  const described = served.paths[path][method].responses[answer.status];
  expect(described, `${method} ${path} documents status ${answer.status}`).toBeDefined();
  const promised: Readonly<Record<string, { required?: boolean }>> = described.headers ?? {};
  for (const [name] of Object.entries(promised).filter(([, { required }]) => required)) {
    expect(answer.headers.get(name), `${method} ${path} has the header ${name}`).not.toBeNull();
  }
  for (const name of ["X-Error-Code", "X-Error-Field", "X-Error-Rule"].filter((name) => answer.headers.has(name))) {
    expect(Object.keys(promised), `${method} ${path} ${answer.status}`).toContain(name);
  }
  const type = answer.headers.get("Content-Type")?.split(";")[0] ?? "";
  if (!described.content) return expect(await answer.text()).toBe("");
  expect(Object.keys(described.content)).toContain(type);
  if (!described.content[type].schema) return;
  const pointer = ["paths", path, method, "responses", answer.status, "content", type, "schema"]
    .map((part) => encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1")))
    .join("/");
  const valid = ajv.validate({ $ref: `api#/${pointer}` }, await answer.json());
  expect(ajv.errors ?? [], `${method} ${path} ${answer.status}`).toEqual([]);
  expect(valid).toBe(true);
}

describe("GET /openapi.json", () => {
  test("returns an OpenAPI 3.1 document", async () => {
    const result = await new Validator().validate(served);
    expect(result).toMatchObject({ valid: true });
  });

  test("returns JSON that names the server of the request", async () => {
    const answer = await app(new Request("http://isoqr.test/openapi.json"));
    expect(answer.headers.get("Content-Type")).toBe("application/json");
    expect(await answer.json()).toEqual(served);
    expect(describeApi("https://qr.example").servers).toEqual([{ url: "https://qr.example" }]);
  });

  test("VERSION is the version in package.json", () => {
    expect(VERSION).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
  });

  test("describes exactly the routes for programs", () => {
    const all: Route[] = [];
    const adding = (method: string) => (path: string, _: unknown, pattern?: RegExp) => {
      all.push({ name: `${method} ${path}`, matches: (target) => (pattern ? pattern.test(target) : target === path) });
    };
    const routes = { get: adding("GET"), post: adding("POST"), delete: adding("DELETE") };
    addRoutes(routes, createService(), { report: () => undefined }, createCalls());
    const routesOf = (method: string, path: string) =>
      all.filter(({ name, matches }) => name.startsWith(method.toUpperCase()) && matches(path)).map(({ name }) => name);
    const described = new Set(
      operations.flatMap(({ method, path }) => routesOf(method, path.replace("{id}", exampleId()))),
    );
    // Pages and their files, MCP, and the URLs of compatible services are documented elsewhere.
    const elsewhere = /^[A-Z]+ \/(?:$|:name$|:build\/|assets\/|docs|guide|mcp$|v1\/|chart$|qr$)/;
    expect(all.filter(({ name }) => !described.has(name) && !elsewhere.test(name))).toEqual([]);
    const unrouted = operations.filter(
      ({ method, path }) => routesOf(method, path.replace("{id}", exampleId())).length === 0,
    );
    expect(unrouted).toEqual([]);
  });
});

describe("examples", () => {
  test.each(examples)("$title", async ({ method, path, input }) => {
    const answer = await ask({ method, path: path.replace("{id}", exampleId()), input });
    expect(Math.floor(answer.status / 100)).toBe(2);
    await expectDescribed(answer, path, method);
  });

  test("examples cover every operation that needs no token", () => {
    const shown = new Set(examples.map(({ method, path }) => `${method} ${path}`));
    const bare = operations.filter(({ method, path }) => !shown.has(`${method} ${path}`));
    for (const { method, path, token, examples: own } of bare.filter(({ token }) => !token)) {
      expect(token, `${method} ${path}`).toBeUndefined();
      expect(Object.values(own).map(({ input }) => input)).toEqual([{}]);
    }
  });
});

describe("errors", () => {
  const refused = operations.flatMap(({ method, path, refusals }) =>
    refusals.flatMap(({ when, error, input }) =>
      input ? [{ title: `${method.toUpperCase()} ${path}: ${when}`, method, path, error, input }] : [],
    ),
  );

  test.each(refused)("$title", async ({ method, path, error, input }) => {
    const answer = await ask({ method, path: path.replace("{id}", exampleId()), input });
    expect([answer.status, (await answer.clone().json()).error]).toEqual([statusOf(error()), error().message]);
    await expectDescribed(answer, path, method);
  });

  test("error messages contain the limits and rules from the code", async () => {
    vi.resetModules();
    vi.doMock("../../src/logo/limits.ts", async (original) => ({
      ...(await original<object>()),
      MAX_LOGO_BYTES: 3 * 1024 * 1024,
      LOGO_TIME_LIMIT: 7000,
    }));
    vi.doMock("../../src/options/table.ts", async (original) => {
      const module = await original<typeof import("../../src/options/table.ts")>();
      return { ...module, table: { ...module.table, margin: integer({ min: 0, max: 11, default: 4 }) } };
    });
    onTestFinished(() => {
      vi.doUnmock("../../src/logo/limits.ts");
      vi.doUnmock("../../src/options/table.ts");
      vi.resetModules();
    });
    const changed = await import("../../src/http/reference/document.ts");
    const [before, after] = [document, changed.describeApi("/")].map((one) => JSON.stringify(one));
    for (const message of [
      "logo must be at most 3 MB",
      ruleText(logoFetchLimited, "logo", { text: "within 7 s" }),
      ruleText(integerRange, "margin", { min: 0, max: 11 }),
    ]) {
      expect(before).not.toContain(message);
      expect(after).toContain(message);
    }
  });

  const posts = operations.filter(({ body }) => body);
  const json = { "Content-Type": "application/json" };

  test.each(posts)("$method $path rejects invalid JSON and other content types", async ({ path, method, refusals }) => {
    for (const [status, headers] of [
      [400, json],
      [415, {}],
    ] as const) {
      const answer = await app(new Request(`http://isoqr.test${path}`, { method: "POST", headers, body: "x" }));
      expect(answer.status).toBe(status);
      const { error } = await answer.clone().json();
      expect(
        refusals.map((refusal) => refusal.error()).map((refused) => [statusOf(refused), refused.message]),
      ).toContainEqual([status, error]);
      await expectDescribed(answer, path, method);
    }
  });

  test.each(operations.filter(({ path }) => path.includes("{id}")))(
    "$method $path documents the error for an unknown link",
    async (operation) => {
      const { path, method, token } = operation;
      const headers: Record<string, string> = token ? { Authorization: "Bearer abc" } : {};
      const address = `http://isoqr.test${path.replace("{id}", "0000000000")}`;
      const answer = await app(new Request(address, { method: method.toUpperCase(), headers }));
      expect(answer.status).toBe(404);
      await expectDescribed(answer, path, method);
    },
  );
});
