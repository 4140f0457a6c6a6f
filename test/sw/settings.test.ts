import { expect, test } from "vitest";
import { type GivenSettings, readSettings, scriptWithSettings, settingsOfWorker } from "../../sw/settings.ts";

const script = "https://site.example/sw.js";

test.each([
  [{}, { prefix: "", server: undefined }],
  [{ prefix: "/" }, { prefix: "", server: undefined }],
  [{ prefix: "/codes/" }, { prefix: "/codes", server: undefined }],
  [
    { prefix: "/a/b-c", server: "/" },
    { prefix: "/a/b-c", server: "https://site.example" },
  ],
  [{ prefix: "/my%20codes/" }, { prefix: "/my%20codes", server: undefined }],
  [{ server: "/base/" }, { prefix: "", server: "https://site.example/base" }],
  [{ server: "HTTPS://qr.example" }, { prefix: "", server: "https://qr.example" }],
  [{ server: "https://qr.example/base/" }, { prefix: "", server: "https://qr.example/base" }],
])("keeps the settings %j in the script's URL", (given, settings) => {
  const read = readSettings(given, script);
  expect(read).toEqual(settings);
  const address = scriptWithSettings(new URL(script), read);
  expect(settingsOfWorker({}, address.href)).toEqual(settings);
  expect(settingsOfWorker(given, address.href)).toEqual(settings);
  expect(settingsOfWorker(given, script)).toEqual(settings);
});

test.each([
  [{ prefix: "codes" }, "prefix must be a path"],
  [{ prefix: "/a?b" }, "prefix must be a path"],
  [{ prefix: "/a/../b" }, "prefix must be a path"],
  [{ prefix: "/." }, "prefix must be a path"],
  [{ prefix: "/%2e%2E/b" }, "prefix must be a path"],
  [{ prefix: "/a b" }, "prefix must be a path"],
  [{ prefix: "/a%2" }, "prefix must be a path"],
  [{ prefix: "/(.*)" }, "prefix must be a path"],
  [{ prefix: "//evil.example" }, "prefix must be a path"],
  [{ server: "ftp://a" }, "server must be the http or https URL"],
  [{ server: "https://a/?b" }, "server must be the http or https URL"],
  [{ prefix: null }, "prefix must be a path"],
  [{ prefix: 5 }, "prefix must be a path"],
  [{ server: 5 }, "server must be the http or https URL"],
  [{ server: null }, "server must be the http or https URL"],
  [{ server: "https://u:p@a.example" }, "without a user name, password"],
  [{ server: "qr.example.invalid" }, "server must be the http or https URL"],
  [{ server: "qr.example/base" }, "server must be the http or https URL"],
  [{ server: "//qr.example" }, "server must be the http or https URL"],
  [{ server: "./" }, "server must be the http or https URL"],
  [{ server: "https://" }, "server must be the http or https URL"],
])("rejects %j", (given, message) => {
  expect(() => readSettings(given as GivenSettings, script)).toThrow(message);
});

test("a worker has the settings that it was given, and those that pages pass to register()", () => {
  const address = scriptWithSettings(new URL(script), { prefix: "/codes", server: "https://qr.example" });
  for (const given of [{}, { prefix: "/codes" }, { server: "https://qr.example/" }])
    expect(settingsOfWorker(given, address.href)).toEqual({ prefix: "/codes", server: "https://qr.example" });
  for (const given of [{ prefix: "/qr" }, { server: "https://other.example" }])
    expect(() => settingsOfWorker(given, address.href)).toThrow("must be the same in createOffline() and register()");
});
