import { expect, test } from "vitest";
import { integerRange } from "../../src/messages/option-rules.ts";
import { readConfiguration } from "../../src/runtime/configuration.ts";
import { ruleText } from "../rule-text.ts";

type Bad = [string[], Record<string, string>, string];

test("defaults to port 8080 on the loopback address, public logos only, and links in a file", () => {
  expect(readConfiguration([], {})).toEqual({
    port: 8080,
    host: "127.0.0.1",
    logoAllowPrivate: false,
    links: "sqlite:./data/links.db",
    linksExpire: 0,
    workers: 1,
    drainDelay: 0,
    accessLog: false,
  });
});

test.each([
  "memory:",
  "sqlite:links.db",
  "sqlite:/a b/c.db",
  "sqlite:C:\\a.db",
  "postgres://u:p@h/d",
  "postgresql://a:1,b:2/d",
])("accepts links in %s", (links) => {
  expect(readConfiguration(["--links", links], {})).toMatchObject({ links });
  expect(readConfiguration([], { LINKS: links })).toMatchObject({ links });
});

test.each([
  ["65536", 65_536],
  ["64KiB", 65_536],
  ["10MiB", 10 * 1024 ** 2],
  ["4GiB", 4 * 1024 ** 3],
  ["2TiB", 2 * 1024 ** 4],
])("accepts %s as the maximum size of links", (written, bytes) => {
  expect(readConfiguration(["--links-max-bytes", written], {})).toMatchObject({ linksMaxBytes: bytes });
  expect(readConfiguration([], { LINKS_MAX_BYTES: written, LINKS_EXPIRE: "90" })).toMatchObject({
    linksMaxBytes: bytes,
    linksExpire: 90,
  });
});

test.each(["65535", "1KiB", "4GB", "4 GiB", "-1", "1e9", "4gib", "9999999999TiB", "x"])(
  "rejects LINKS_MAX_BYTES of %s",
  (written) => {
    expect(() => readConfiguration([], { LINKS_MAX_BYTES: written })).toThrow(
      "LINKS_MAX_BYTES must be an integer of at least 65536 bytes, optionally with the unit KiB, MiB, GiB or TiB, such as 4GiB",
    );
  },
);

test.each(["-1", "1.5", "10000", "never"])("rejects expiry after %s days", (days) => {
  expect(() => readConfiguration(["--links-expire", days], {})).toThrow(
    "--links-expire must be a whole number of days from 0 to 9999",
  );
});

test("removes a trailing slash from base-url, and ignores an empty one", () => {
  const baseUrl = "https://qr.example.com/codes";
  expect(readConfiguration([`--base-url=${baseUrl}`], {})).toMatchObject({ baseUrl });
  expect(readConfiguration([], { BASE_URL: `${baseUrl}/` })).toMatchObject({ baseUrl });
  expect(readConfiguration([], { BASE_URL: "" })).not.toHaveProperty("baseUrl");
});

test("converts seconds to milliseconds, and leaves out empty settings", () => {
  const given = { DRAIN_DELAY: "7", METRICS_PORT: "9464", WORKERS: "2", ACCESS_LOG: "json", TRUST_PROXY: "" };
  const read = readConfiguration(["--metrics-host", "::1"], given);
  expect(read).toMatchObject({ drainDelay: 7000, metrics: { port: 9464, host: "::1" }, workers: 2, accessLog: true });
  expect(read).not.toHaveProperty("trustProxy");
});

test("rejects links in memory with several processes", () => {
  const messageOf = (flags: string[], environment = {}) => {
    expect(() => readConfiguration(flags, environment)).toThrow(/ requires a link store that processes can share: /);
    try {
      return readConfiguration(flags, environment);
    } catch (error) {
      return String(error);
    }
  };
  expect(messageOf(["--workers", "2", "--links=memory:"])).toContain("--workers above 1");
  expect(messageOf(["--workers", "2"], { LINKS: "memory:" })).toContain("LINKS must be sqlite:PATH");
  expect(messageOf([], { WORKERS: "64", LINKS: "memory:" })).toContain("WORKERS above 1");
  expect(readConfiguration([], { LINKS: "memory:" })).toMatchObject({ workers: 1 });
});

test("reads limits: off, public, or one by one", () => {
  const usual = { requests: 3000, heavy: 300, links: 30 };
  expect(readConfiguration([], {})).not.toHaveProperty("limits");
  expect(readConfiguration([], { LIMITS: "public" })).toMatchObject({ limits: usual });
  expect(readConfiguration(["--limits", "public", "--limit-heavy=60"], { LIMIT_LINKS: "0" })).toMatchObject({
    limits: { requests: 3000, heavy: 60, links: 0 },
  });
  expect(readConfiguration([], { LIMIT_LINKS: "5" })).toMatchObject({ limits: { requests: 0, heavy: 0, links: 5 } });
  expect(readConfiguration([], { LIMIT_REQUESTS: "0" })).not.toHaveProperty("limits");
  expect(() => readConfiguration([], { LIMITS: "yes" })).toThrow('LIMITS must be public or empty, not "yes"');
  for (const value of ["-1", "1.5", "1000001", "many"]) {
    expect(() => readConfiguration([`--limit-requests=${value}`], {})).toThrow(
      ruleText(integerRange, "--limit-requests", { min: 0, max: "1000000, where 0 means unlimited" }),
    );
  }
});

test("treats an empty variable as unset", () => {
  const empty = { PORT: "", HOST: "", LINKS: "", WORKERS: "", DRAIN_DELAY: "", LOGO_ALLOW_PRIVATE: "" };
  expect(readConfiguration([], empty)).toEqual(readConfiguration([], {}));
});

test("never prints the password of a mistyped store URL", () => {
  const mistyped: [string[], Record<string, string>][] = [
    [["--link=postgres://u:SECRET@h/d"], {}],
    [["postgres://u:SECRET@h/d"], {}],
    [["--postgres://u:SECRET@h/d"], {}],
    [["--links", "postgres:/u:SECRET@h/d"], {}],
    [[], { LINKS: "postgres:/u:SECRET@h/d" }],
    [[], { LINKS: "host=h password=SECRET" }],
    [[], { LINKS: "SECRET:x" }],
    [[], { BASE_URL: "https:/u:SECRET@h" }],
  ];
  for (const [flags, environment] of mistyped) {
    expect(() => readConfiguration(flags, environment)).toThrow(
      /^(?!.*SECRET).*(?: must be |unexpected argument|unknown flag --link:)/s,
    );
  }
});

test("rejects the same port for the service and for metrics", () => {
  const both = { PORT: "8092", METRICS_PORT: "8092" };
  const message = "PORT and METRICS_PORT must differ: both are 8092";
  expect(() => readConfiguration([], both)).toThrow(message);
  expect(() => readConfiguration(["--host", "0.0.0.0"], both)).toThrow(message);
  expect(readConfiguration(["--host", "10.0.0.1"], both)).toMatchObject({ port: 8092 });
  expect(readConfiguration([], { PORT: "0", METRICS_PORT: "0" })).toMatchObject({ port: 0 });
});

test("reads the environment, which flags override", () => {
  expect(readConfiguration([], { PORT: "0", HOST: "::1" })).toMatchObject({ port: 0, host: "::1" });
  expect(readConfiguration(["--port", "81", "--host=localhost"], { PORT: "80", HOST: "a" })).toMatchObject({
    port: 81,
    host: "localhost",
  });
  const environment = { LOGO_ALLOW_PRIVATE: "1" };
  expect(readConfiguration([], environment)).toMatchObject({ logoAllowPrivate: true });
  expect(readConfiguration(["--logo-allow-private", "0"], environment)).toMatchObject({ logoAllowPrivate: false });
});

test.each([
  [[], { PORT: "http" }, 'PORT must be an integer from 0 to 65535, not "http"'],
  [["--port="], {}, '--port must be an integer from 0 to 65535, not ""'],
  [[], { PORT: "65536" }, 'PORT must be an integer from 0 to 65535, not "65536"'],
  [["--port", "-1"], {}, '--port must be an integer from 0 to 65535, not "-1"'],
  [["--port=8e3"], { PORT: "80" }, '--port must be an integer from 0 to 65535, not "8e3"'],
  [["--host", "a b"], {}, '--host must be a host name or an IP address, such as 127.0.0.1, not "a b"'],
  [["--host="], {}, '--host must be a host name or an IP address, such as 127.0.0.1, not ""'],
  [[], { LOGO_ALLOW_PRIVATE: "yes" }, 'LOGO_ALLOW_PRIVATE must be 1 or 0, not "yes"'],
  [["--logo-allow-private=true"], {}, '--logo-allow-private must be 1 or 0, not "true"'],
  [["--links", "sqlite:"], {}, "--links must be memory:, sqlite:PATH with the path of a file, "],
  ...["libsql://a", "http://a", "file:/a", ":memory:"].map(
    (path) => [[], { LINKS: `sqlite:${path}` }, 'postgres://USER:PASSWORD@HOST/DATABASE, not "sqlite:..."'] as Bad,
  ),
  [["--links", "links.db"], {}, 'not "..."'],
  [[], { LINKS: "postgress://me:secret@host/db" }, 'not "..."'],
  [["--base-url"], {}, "--base-url needs a value, such as --base-url https://qr.example.com"],
  ...["qr.example", "ftp://a", "https://", "https://a/?b", "https://a/#b", "https://a b", 'https://a/"'].map(
    (address) => [["--base-url", address], {}, "--base-url must be an http or https URL without @, ? or #"] as Bad,
  ),
  [[], { BASE_URL: "https://me:secret@host" }, 'not "https://...@host"'],
  ...["0", "65", "two", "1.5"].map(
    (n) => [[], { WORKERS: n }, ruleText(integerRange, "WORKERS", { min: 1, max: 64 })] as Bad,
  ),
  ...["-1", "601", "1s"].map(
    (n) => [[`--drain-delay=${n}`], {}, "--drain-delay must be a whole number of seconds from 0 to 600"] as Bad,
  ),
  ...["10.0.0.0/33", "proxy.local", "loopback,,private", "10.1", "fe80::1%eth0", "::1/129", "10.0.0.1/8/8"].map(
    (list) =>
      [
        [],
        { TRUST_PROXY: list },
        "TRUST_PROXY must be a comma-separated list of IP addresses, ranges such as 10.0.0.0/8, and the names loopback",
      ] as Bad,
  ),
  [[], { ACCESS_LOG: "1" }, 'ACCESS_LOG must be json or empty, not "1"'],
  [["--metrics-port=x"], {}, ruleText(integerRange, "--metrics-port", { min: 0, max: 65535 })],
  [["--metrics-port"], {}, "--metrics-port needs a value, such as --metrics-port 9464"],
  [["--port"], {}, "--port needs a value, such as --port 8080"],
  [["--prot", "1"], {}, "unknown flag --prot: the flags are --port, --host"],
  [["8080"], {}, "unexpected argument: the flags are --port, --host"],
  [["--__proto__=1"], {}, "unknown flag --__proto__: the flags"],
])("rejects %j with %j: %s", (flags, environment, message) => {
  expect(() => readConfiguration(flags, environment)).toThrow(message);
});
