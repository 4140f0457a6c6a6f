import {
  eapMethod,
  eapMethodRequired,
  emptyForOpenNetwork,
  emptyUnless,
  innerMethod,
  networkName,
  requiredForType,
  wepPassword,
  wpaPassword,
} from "../messages/payload-rules.ts";
import { utf8Length } from "../text/bytes.ts";
import { defineKind, invalid } from "./kind.ts";
import { readMarked, unescapeMarked, writeMarked } from "./pairs.ts";

const SECURITY_NAMES: Readonly<Record<string, string>> = {
  WPA: "WPA2 or WPA3",
  WPA3: "WPA3 only",
  "WPA2-EAP": "Enterprise (WPA2-EAP)",
  nopass: "None (open network)",
};

const method = {
  kind: "line",
  max: 16,
  tidy: (value: string) => value.toUpperCase(),
  test: (value: string) => /^[A-Z0-9-]+$/.test(value),
} as const;

const fields = {
  ssid: {
    label: "Network",
    kind: "line",
    max: 32,
    required: true,
    rule: networkName,
    values: { max: 32 },
    test: (value: string) => utf8Length(value) <= 32,
  },
  security: {
    label: "Security",
    kind: "choice",
    of: ["WPA", "WPA3", "WEP", "WPA2-EAP", "nopass"],
    default: "WPA",
    show: (value: string) => SECURITY_NAMES[value] ?? value,
  },
  password: { label: "Password", kind: "line", max: 128, secret: true },
  hidden: { label: "Hidden network", kind: "flag" },
  method: { label: "EAP method", rule: eapMethod, ...method },
  phase2: { label: "Inner authentication", rule: innerMethod, ...method },
  identity: { label: "Identity", kind: "line", max: 128 },
  anonymous: { label: "Outer identity", kind: "line", max: 128 },
} as const;

/** A WiFi network to join. "WPA" means WPA2, WPA3 or both; "WPA3" does not allow a fallback to WPA2. Wi-Fi
 *  Alliance, WPA3 Specification 3.0, 7.1; for enterprise networks, ZXing's "WiFi Network config". Special characters
 *  are escaped with backslashes as in ZXing, because Android and iOS do not support the specification's
 *  percent-encoding. */
export const wifi = defineKind({
  name: "wifi",
  label: "WiFi network",
  purpose: "join the network",
  fields,
  validate({ security, password = "", method, phase2, identity, anonymous }) {
    if (security === "nopass" && password !== "") throw invalid("password", emptyForOpenNetwork);
    if (security === "WPA" && !isPassphrase(password)) {
      throw invalid("password", wpaPassword);
    }
    if (security === "WPA3" && password === "") throw invalid("password", requiredForType, { type: "WPA3" });
    if (security === "WEP" && !isWepKey(password)) {
      throw invalid("password", wepPassword);
    }
    if (security === "WPA2-EAP") {
      if (method === undefined) throw invalid("method", eapMethodRequired);
      return;
    }
    const stray = Object.entries({ method, phase2, identity, anonymous }).find(([, value]) => value !== undefined);
    if (stray) throw invalid(stray[0], emptyUnless, { option: { option: "security" }, value: "WPA2-EAP" });
  },
  write: ({ ssid, security, password, hidden, method, phase2, identity, anonymous }) =>
    `WIFI:${writeMarked([
      ["T", security === "WPA3" ? "WPA" : security],
      ["R", security === "WPA3" ? "1" : undefined],
      ["S", ssid],
      ["H", hidden ? "true" : undefined],
      ["E", method],
      ["PH2", phase2],
      ["A", anonymous],
      ["I", identity],
      ["P", password],
    ])};`,
  read(text) {
    if (!/^WIFI:/i.test(text)) return undefined;
    const values = readMarked(text.slice(5));
    const value = (name: string) => unescapeMarked(unquoted(values.get(name) ?? ""));
    return {
      ssid: value("S"),
      security: securityOf(value("T"), value("R")),
      password: value("P"),
      hidden: value("H").toLowerCase() === "true",
      method: value("E"),
      phase2: value("PH2"),
      identity: value("I"),
      anonymous: value("A"),
    };
  },
  title: ({ ssid }) => ssid,
});

function securityOf(type: string, disabled: string): string {
  const name = type.toUpperCase();
  if (name === "" || name === "NOPASS") return "nopass";
  // The lowest bit of R disables WPA2 in favour of WPA3.
  if (name === "SAE" || (name === "WPA" && (Number.parseInt(disabled, 16) & 1) === 1)) return "WPA3";
  if (name === "WPA2" || name === "WPA/WPA2") return "WPA";
  return name;
}

/** Removes the quotes that some programs put around hex digits. */
function unquoted(value: string): string {
  return /^"(?:[^\\"]|\\[\s\S])*"$/.test(value) ? value.slice(1, -1) : value;
}

/** Returns whether `password` can be the password of a WPA network: a passphrase, or a key in hex. IEEE 802.11-2020,
 *  J.4. */
function isPassphrase(password: string): boolean {
  return /^[\x20-\x7e]{8,63}$/.test(password) || /^[0-9a-fA-F]{64}$/.test(password);
}

function isWepKey(password: string): boolean {
  return /^(?:[\x20-\x7e]{5}|[\x20-\x7e]{13}|[0-9a-fA-F]{10}|[0-9a-fA-F]{26})$/.test(password);
}
