import { expect, test } from "vitest";
import { readConfiguration } from "../../src/runtime/configuration.ts";

test("defaults are port 8080 on the loopback address, public logos only, and links in a file", () => {
  expect(readConfiguration([], {})).toEqual({
    port: 8080,
    host: "127.0.0.1",
    logoAllowPrivate: false,
    links: "sqlite:./data/links.db",
  });
});

test.each(["memory:", "sqlite:links.db", "sqlite:/a b/c.db", "postgres://u:p@h/d", "postgresql://a:1,b:2/d"])(
  "links may be kept in %s",
  (links) => {
    expect(readConfiguration(["--links", links], {})).toMatchObject({ links });
    expect(readConfiguration([], { LINKS: links })).toMatchObject({ links });
  },
);

test("a base address loses the slash at its end, and an empty one is none", () => {
  const baseUrl = "https://qr.example.com/codes";
  expect(readConfiguration([`--base-url=${baseUrl}`], {})).toMatchObject({ baseUrl });
  expect(readConfiguration([], { BASE_URL: `${baseUrl}/` })).toMatchObject({ baseUrl });
  expect(readConfiguration([], { BASE_URL: "" })).not.toHaveProperty("baseUrl");
});

test("the environment is read, and flags win over it", () => {
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
  [[], { PORT: "http" }, 'PORT must be a whole number from 0 to 65535, not "http"'],
  [[], { PORT: "" }, 'PORT must be a whole number from 0 to 65535, not ""'],
  [[], { PORT: "65536" }, 'PORT must be a whole number from 0 to 65535, not "65536"'],
  [["--port", "-1"], {}, '--port must be a whole number from 0 to 65535, not "-1"'],
  [["--port=8e3"], { PORT: "80" }, '--port must be a whole number from 0 to 65535, not "8e3"'],
  [["--host", "a b"], {}, '--host must be a host name or an address, such as 127.0.0.1, not "a b"'],
  [[], { HOST: "" }, 'HOST must be a host name or an address, such as 127.0.0.1, not ""'],
  [[], { LOGO_ALLOW_PRIVATE: "yes" }, 'LOGO_ALLOW_PRIVATE must be 1 or 0, not "yes"'],
  [["--logo-allow-private=true"], {}, '--logo-allow-private must be 1 or 0, not "true"'],
  [[], { LINKS: "" }, 'LINKS must be memory:, sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE, not ""'],
  [["--links", "sqlite:"], {}, "--links must be memory:, sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE"],
  [["--links", "links.db"], {}, 'not "links.db"'],
  [[], { LINKS: "postgress://me:secret@host/db" }, 'not "postgress://...@host/db"'],
  [["--base-url"], {}, "--base-url needs a value, such as --base-url https://qr.example.com"],
  ...["qr.example", "ftp://a", "https://", "https://a/?b", "https://a/#b", "https://a b", 'https://a/"'].map(
    (address) =>
      [["--base-url", address], {}, "--base-url must be an http or https address without ? and #"] as [
        string[],
        Record<string, string>,
        string,
      ],
  ),
  [[], { BASE_URL: "https://me:secret@host" }, 'not "https://...@host"'],
  [["--port"], {}, "--port needs a value, such as --port 8080"],
  [["--prot", "1"], {}, "unknown flag --prot: the flags are --port, --host"],
  [["8080"], {}, "unknown flag 8080: the flags are --port, --host"],
  [["--__proto__=1"], {}, "unknown flag --__proto__=1"],
])("%j with %j: %s", (flags, environment, sentence) => {
  expect(() => readConfiguration(flags, environment)).toThrow(sentence);
});
