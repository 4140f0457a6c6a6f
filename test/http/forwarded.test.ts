import { expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { forwardedOrigin } from "../../src/http/forwarded.ts";
import { createService } from "../../src/service/service.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";

const from = (headers: Record<string, string>) =>
  forwardedOrigin(new Request("http://10.0.0.5:8080/api/i?data=x", { headers }));

test.each([
  [{}, "http://10.0.0.5:8080"],
  [{ "X-Forwarded-Proto": "https", "X-Forwarded-Host": "qr.example.com" }, "https://qr.example.com"],
  [{ "X-Forwarded-Proto": "https", "X-Forwarded-Host": "qr.example.com:443" }, "https://qr.example.com"],
  [{ "X-Forwarded-Proto": "HTTPS" }, "https://10.0.0.5:8080"],
  [{ "X-Forwarded-Host": "[2001:db8::1]:8443" }, "http://[2001:db8::1]:8443"],
  [{ "X-Forwarded-Host": "evil.example, qr.example.com" }, "http://qr.example.com"],
  [{ "X-Forwarded-Proto": "http,https" }, "https://10.0.0.5:8080"],
  [{ Forwarded: "proto=https;host=evil.example" }, "http://10.0.0.5:8080"],
])("for the headers %j, the origin is %s", (headers, origin) => {
  expect(from(headers)).toBe(origin);
});

test.each([
  ...[
    "",
    "a b",
    "a/b",
    "a?b",
    "a#b",
    "me@evil.example",
    "evil.example\\x",
    "a:99999",
    '"',
    "<b>",
    "-a",
    "x".repeat(300),
  ],
  ...["1.2.3.999", "foo.1", "a.0x", "xn--a", "1.2.3.4.5:80"],
  ...["[::1", "[::1]x", "a:b:c", "qr.example.com,"],
])("ignores an invalid host: %s", (host) => {
  expect(from({ "X-Forwarded-Host": host, "X-Forwarded-Proto": "https" })).toBe("https://10.0.0.5:8080");
});

test.each(["", "ftp", "javascript", "https:", "https://x"])("ignores an invalid scheme: %s", (scheme) => {
  expect(from({ "X-Forwarded-Proto": scheme })).toBe("http://10.0.0.5:8080");
});

test("URLs in responses start with the forwarded origin", async () => {
  const app = createApp(createService({ links: createMemoryLinks() }), { baseUrl: forwardedOrigin });
  const headers = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "qr.example.com" };
  const made = await (await app(new Request("http://10.0.0.5/api/i?data=x", { headers }))).json();
  expect(made.image).toBe(`https://qr.example.com/i/${made.id}.png`);
  const page = await (await app(new Request(`http://10.0.0.5/i/${made.id}`, { headers }))).text();
  expect(page).toContain(`https://qr.example.com/i/${made.id}`);
  expect(page).not.toContain("10.0.0.5");
});
