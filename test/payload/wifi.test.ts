import { describe, expect, test } from "vitest";
import {
  eapMethodRequired,
  emptyForOpenNetwork,
  emptyUnless,
  fieldRequiredAnd,
  networkName,
  wpaPassword,
} from "../../src/messages/payload-rules.ts";
import { detect, wifi } from "../../src/payload/payload.ts";
import { ruleText } from "../rule-text.ts";

describe("writes", () => {
  test.each([
    [{ ssid: "Guests", password: "welcome home" }, "WIFI:T:WPA;S:Guests;P:welcome home;;"],
    [{ ssid: "a;b", password: 'x\\y,z:"12' }, 'WIFI:T:WPA;S:a\\;b;P:x\\\\y\\,z\\:\\"12;;'],
    [{ ssid: "Café 100%", security: "nopass" }, "WIFI:T:nopass;S:Café 100%;;"],
    [{ ssid: "new", security: "WPA3", password: "kurz", hidden: true }, "WIFI:T:WPA;R:1;S:new;H:true;P:kurz;;"],
    [
      {
        ssid: "uni",
        security: "WPA2-EAP",
        method: "peap",
        phase2: "MSCHAPV2",
        identity: "ada",
        anonymous: "guest",
        password: "x",
      },
      "WIFI:T:WPA2-EAP;S:uni;E:PEAP;PH2:MSCHAPV2;A:guest;I:ada;P:x;;",
    ],
  ] as const)("writes %j", (fields, text) => {
    expect(wifi.build(fields)).toBe(text);
  });
});

describe("reads codes from other programs", () => {
  test.each([
    ["WIFI:S:home;T:WPA;P:12345678;;", { ssid: "home", security: "WPA", password: "12345678" }],
    ['WIFI:T:WPA;S:"ABCD";P:"12345678";;', { ssid: "ABCD", password: "12345678" }],
    ["WIFI:T:SAE;S:x;P:1;;", { security: "WPA3", password: "1" }],
    ["wifi:t:wpa2;s:x;p:12345678;h:TRUE;;", { security: "WPA", hidden: true }],
    ["WIFI:S:open", { ssid: "open", security: "nopass" }],
  ])("reads %s", (text, fields) => {
    expect(wifi.parse(text)).toMatchObject(fields);
  });

  test.each(["WIFI:", "WIFI:T:WPA;P:12345678;;", "WIFI:T:WPA;S:x;P:short;;", "WIFI:T:ODD;S:x;;", "wifi"])(
    "does not parse %s as a WiFi network",
    (text) => {
      expect(wifi.parse(text)).toBeUndefined();
    },
  );
});

describe("rejects", () => {
  test.each([
    [{ ssid: "" }, ruleText(fieldRequiredAnd, "ssid", { rule: "must be a network name of 1 to 32 bytes in UTF-8" })],
    [{ ssid: "é".repeat(17) }, ruleText(networkName, "ssid", { max: 32 })],
    [{ ssid: "x" }, ruleText(wpaPassword, "password")],
    [
      { ssid: "x", password: "12345678", identity: "a" },
      ruleText(emptyUnless, "identity", { option: "security", value: "WPA2-EAP" }),
    ],
    [{ ssid: "x", security: "WPA2-EAP" }, ruleText(eapMethodRequired, "method")],
    [{ ssid: "x", security: "nopass", password: "x" }, ruleText(emptyForOpenNetwork, "password")],
  ] as const)("rejects %j", (fields, message) => {
    expect(() => wifi.build(fields)).toThrow(message);
  });
});

test("hides the password even if the code is invalid", () => {
  expect(detect("WIFI:T:WPA;S:x;P:short;;")).toMatchObject({ kind: "text", title: "Text", secret: true });
  expect(detect("WIFI:T:WPA;S:x;P:12345678;;")).toMatchObject({ kind: "wifi", title: "x", secret: true });
  expect(detect("WIFI:T:nopass;S:x;;")).toMatchObject({ kind: "wifi", secret: false });
});
