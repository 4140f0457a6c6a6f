import { expect } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { createService } from "../../src/service/service.ts";

const app = createApp(createService());

/** Resolves to the app's response, without a socket. */
export function ask(path: string, init?: RequestInit): Promise<Response> {
  return app(new Request(`http://isoqr.test${path}`, init));
}

/** Resolves to the app's response to a POST with `value` as JSON. */
export function askJson(path: string, value: unknown): Promise<Response> {
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(value),
  });
}

/** Resolves to the message of an error response. Checks the shape and the headers that all errors have. */
export async function errorOf(answer: Response): Promise<string> {
  expect(answer.headers.get("Content-Type")).toBe("application/json");
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  const body = await answer.json();
  expect(Object.keys(body)).toEqual(["error"]);
  expect(body.error).toEqual(expect.any(String));
  return body.error;
}
