import type { Report } from "../../src/api.ts";
import { encodeSymbol } from "../../src/core/core.ts";
import { literal, QrError } from "../../src/errors.ts";
import { type QrOptions, table } from "../../src/options/table.ts";
import { type Finding, scanIssues, type Way } from "../../src/service/issues.ts";
import { announce, el } from "../dom.ts";
import { inLabels } from "../labels.ts";
import { changeLook, type State, type Store } from "../state.ts";

/** The list of issues, with their fixes. The focus moves to `home` when the last fix is gone. */
export function createIssues(store: Store, home: HTMLElement) {
  const list = el("ul", { class: "issues" });
  const element = el("section", { "aria-label": "What to change", class: "advice" }, list);
  let shown = "";
  return {
    element,
    show(found: readonly Finding[], options: QrOptions): void {
      const issues = worstFirst(found);
      const key = JSON.stringify(issues);
      if (key === shown) return;
      shown = key;
      const held = list.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
      list.replaceChildren(...issues.map((issue) => row(issue, options)));
      element.hidden = issues.length === 0;
      if (held === undefined) return;
      const buttons = [...list.querySelectorAll("button")];
      (buttons.find(({ textContent }) => textContent === held) ?? buttons[0] ?? home).focus();
    },
  };

  function row(issue: Finding, options: QrOptions): HTMLElement {
    const buttons = fixesFor(issue, options).map(button);
    return el(
      "li",
      { class: issue.severity },
      el("p", {}, el("strong", {}, issue.severity === "error" ? "Must change: " : "Risky: "), inLabels(issue)),
      buttons.length > 0 ? el("div", { class: "row start" }, ...buttons) : undefined,
    );
  }

  function button({ label, look }: Fix): HTMLElement {
    const element = el("button", { type: "button" }, label);
    element.addEventListener("click", () => {
      changeLook(store, look);
      announce(`Done: ${label}`);
    });
    return element;
  }
}

function worstFirst(issues: readonly Finding[]): Finding[] {
  return [...issues].sort((a, b) => Number(b.severity === "error") - Number(a.severity === "error"));
}

/** Fixes depend on the presence of a logo, not on its content. */
type Options = Omit<QrOptions, "logoData">;

/** A button that resolves an issue, or reduces it to a lesser one. */
interface Fix {
  /** The text of the button. */
  readonly label: string;
  /** The changed options; undefined resets one to its default. */
  readonly look: { readonly [Name in keyof State["look"]]?: string | undefined };
}

/** Returns the fixes for an issue of these options. */
export function fixesFor(issue: Finding, options: Options): readonly Fix[] {
  return (Object.hasOwn(FIXES, issue.code) && FIXES[issue.code]?.(issue, options)) || [];
}

const WITHOUT_LOGO: Fix = { label: "Leave the logo out", look: { logo: undefined, logoData: undefined } };

const FIXES: { readonly [Code in Finding["code"]]?: (issue: Finding, options: Options) => readonly Fix[] } = {
  low_contrast: ({ ways = [] }) => ways.map((way) => ({ label: `Use ${way.color ?? way.bg}`, look: lookOf(way) })),
  inverted: (_, { color, bg }) => [{ label: "Swap colours", look: { color: bg, bg: color } }],
  quiet_zone_missing: () => [{ label: "Set the quiet zone to 4", look: { margin: undefined } }],
  too_small: ({ ways }, options) => raiseSize(ways?.[0]?.size ?? table.size.max, options),
  data_too_long: (_, options) => lowerLevel(options),
  logo_too_large: ({ ways }) => fixLogo(ways),
  logo_invalid: () => [WITHOUT_LOGO],
  logo_unreachable: () => [WITHOUT_LOGO],
  invalid_option: ({ field }) => fixOption(field),
  scan_failed: ({ field }, options) => fixScan(field, options),
};

function fixOption(field: string): readonly Fix[] {
  if (field === "logo" || field === "logoData") return [WITHOUT_LOGO];
  if (!(field in table) || field === "data") return [];
  const hasDefault = "default" in table[field as keyof typeof table];
  return [{ label: hasDefault ? "Use the default" : "Leave it out", look: { [field]: undefined } }];
}

function raiseSize(size: number, options: Options): readonly Fix[] {
  return size > options.size ? [{ label: `Make it ${size} pixels`, look: lookOf({ size }) }] : [];
}

function lookOf(way: Way): Fix["look"] {
  return Object.fromEntries(Object.entries(way).map(([name, value]) => [name, String(value)]));
}

/** Lowers error correction to the highest level at which the text fits. */
function lowerLevel(options: Options): readonly Fix[] {
  const lower = table.ec.of.slice(0, table.ec.of.indexOf(options.ec)).reverse();
  const ec = lower.find((level) => fits({ ...options, ec: level }));
  return ec ? [{ label: `Lower error correction to ${ec}`, look: { ec } }] : [];
}

function fits(options: Options): boolean {
  try {
    encodeSymbol(options.data, options);
    return true;
  } catch (error) {
    if (error instanceof QrError) return false;
    throw error;
  }
}

/** One button for each way; a way may change several options. */
function fixLogo(ways: readonly Way[] = []): readonly Fix[] {
  const fixes = ways.map((way) => ({ label: Object.entries(way).map(logoStep).join(", "), look: lookOf(way) }));
  return fixes.length > 0 ? fixes : [WITHOUT_LOGO];
}

function logoStep([name, value]: readonly [string, unknown], at: number): string {
  const words =
    name === "logoSize"
      ? `make the logo ${Math.round(Number(value) * 100)} %`
      : `${name === "logoMargin" ? "set" : "raise"} ${LOGO_STEPS[name] ?? name} to ${value}`;
  return at === 0 ? words[0]?.toUpperCase() + words.slice(1) : words;
}

const LOGO_STEPS: Readonly<Record<string, string>> = {
  ec: "error correction",
  logoMargin: "the ground round the logo",
  version: "the version",
};

function fixScan(field: string, options: Options): readonly Fix[] {
  if (field === "dotStyle") return [{ label: "Use square modules", look: { dotStyle: undefined } }];
  if (field === "logoSize") return [WITHOUT_LOGO];
  if (field === "size") return raiseSize(Math.min(table.size.max, 2 * options.size), options);
  return [];
}

/** Returns the issues of a report of the service as data: as this page has found them in `known`, or finds them in the scan.
 *  Others have only their sentence. */
export function findingsIn(report: Report, known: readonly Finding[], options: QrOptions): readonly Finding[] {
  const others = report.issues.filter(({ code }) => code !== "scan_failed");
  return report.issues.map(({ code, severity, field, message }) => {
    const mine = code === "scan_failed" && report.scan ? scanIssues(options, report.scan, others) : known;
    const found = mine.find((finding) => finding.code === code && finding.field === field);
    return found ?? { code, severity, field, rule: literal(message), whole: true };
  });
}
