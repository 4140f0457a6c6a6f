import type { Report } from "../../src/api.ts";
import { encodeSymbol } from "../../src/core/core.ts";
import { literal, QrError } from "../../src/errors.ts";
import { type QrOptions, table } from "../../src/options/table.ts";
import type { Finding, Way } from "../../src/service/issues.ts";
import { scanIssue } from "../../src/service/verdict.ts";
import { announce, button, el } from "../dom.ts";
import { inLabels, optionLabels } from "../labels.ts";
import { inSentence, listOf, text } from "../languages/text.ts";
import { attempt } from "../reading.ts";
import { changeLook, type State, type Store } from "../state.ts";

/** Creates the list of issues with their fixes. The focus moves to `fallback` when the last fix disappears. */
export function createIssues(store: Store, fallback: HTMLElement) {
  const list = el("ul", { class: "issues" });
  const element = el("section", { "aria-label": text("Issues"), class: "advice" }, list);
  let shown = "";
  return {
    element,
    show(found: readonly Finding[], options: QrOptions): void {
      const issues = [...found].sort((a, b) => Number(b.severity === "error") - Number(a.severity === "error"));
      const key = JSON.stringify(issues);
      if (key === shown) return;
      shown = key;
      const focused = list.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
      list.replaceChildren(...issues.map((issue) => row(issue, options)));
      element.hidden = issues.length === 0;
      if (focused === undefined) return;
      const buttons = [...list.querySelectorAll("button")];
      (buttons.find(({ textContent }) => textContent === focused) ?? buttons[0] ?? fallback).focus();
    },
  };

  function row(issue: Finding, options: QrOptions): HTMLElement {
    const buttons = fixesFor(issue, options).map(({ label, done, look }) =>
      button(label, () => {
        changeLook(store, look);
        announce(done);
      }),
    );
    return el(
      "li",
      { class: issue.severity },
      el(
        "p",
        {},
        el("strong", {}, `${issue.severity === "error" ? text("Problem:") : text("Warning:")} `),
        inLabels(issue),
      ),
      buttons.length > 0 ? el("div", { class: "row start" }, ...buttons) : undefined,
    );
  }
}

/** The options that fixes depend on. The content of the logo does not matter. */
type Options = Omit<QrOptions, "logoData">;

/** A button that resolves an issue, or reduces it to a lesser one. */
interface Fix {
  /** The text of the button. */
  readonly label: string;
  /** The announcement made after the click. */
  readonly done: string;
  /** The options to change. The value undefined resets an option to its default. */
  readonly look: { readonly [Name in keyof State["look"]]?: string | undefined };
}

/** Returns the fixes for an issue with these options. */
export function fixesFor(issue: Finding, options: Options): readonly Fix[] {
  return (Object.hasOwn(FIXES, issue.code) && FIXES[issue.code]?.(issue, options)) || [];
}

const removeLogo = (): Fix => ({
  label: text("Remove logo"),
  done: text("Logo removed"),
  look: { logo: undefined, logoData: undefined },
});

const FIXES: { readonly [Code in Finding["code"]]?: (issue: Finding, options: Options) => readonly Fix[] } = {
  low_contrast: ({ ways = [] }) => ways.map((way) => setOptions(way)),
  caption_contrast: ({ field }) => resetOption(field),
  inverted: ({ ways }, { color, bg }) =>
    ways?.map((way) => setOptions(way)) ?? [
      { label: text("Swap colours"), done: text("Colours swapped"), look: { color: bg, bg: color } },
    ],
  quiet_zone_missing: ({ ways = [] }) => ways.map((way) => setOptions(way)),
  risky_shape: ({ ways = [] }) => ways.map((way) => setOptions(way)),
  too_small: ({ ways }, options) => raiseSize(ways?.[0]?.size ?? table.size.max, options),
  data_too_long: (_, options) => lowerLevel(options),
  // Each entry in `ways` is one fix, and may change several options.
  logo_too_large: ({ ways = [] }) => (ways.length > 0 ? ways.map((way) => setOptions(way)) : [removeLogo()]),
  logo_invalid: () => [removeLogo()],
  logo_unreachable: () => [removeLogo()],
  invalid_option: ({ field }) => resetOption(field),
  scan_failed: ({ ways = [] }) => ways.map((way) => setOptions(way)),
  scan_weak: ({ ways = [] }) => ways.map((way) => setOptions(way)),
};

/** Returns a fix whose label lists the options in `way`. Clicking it sets the options in `look`. */
function setOptions(way: Way, look: Fix["look"] = valuesOf(way)): Fix {
  const settings = Object.entries(way).map(([name, value]) => ({
    option: text(optionLabels[name as keyof Way]),
    value: value === undefined ? text("none") : String(value),
  }));
  const changes = settings.map(({ option, value }) =>
    text("{option} to {value}", { option: inSentence(option), value }),
  );
  return {
    label: text("Set {changes}", { changes: listOf(changes) }),
    done: settings.map(({ option, value }) => text("{option} set to {value}", { option, value })).join(", "),
    look,
  };
}

function valuesOf(way: Way): Fix["look"] {
  return Object.fromEntries(
    Object.entries(way).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  );
}

function resetOption(field: string): readonly Fix[] {
  if (field === "logo" || field === "logoData") return [removeLogo()];
  if (!(field in table) || field === "data") return [];
  return [{ label: text("Reset to default"), done: text("Reset to default"), look: { [field]: undefined } }];
}

function raiseSize(size: number, options: Options): readonly Fix[] {
  return size > options.size ? [setOptions({ size })] : [];
}

/** Returns a fix that lowers the error correction level to the highest level at which the text fits. */
function lowerLevel(options: Options): readonly Fix[] {
  const lower = table.ec.of.slice(0, table.ec.of.indexOf(options.ec)).reverse();
  const symbolAt = (ec: QrOptions["ec"]) => attempt(() => encodeSymbol(options.data, { ...options, ec }));
  const ec = lower.find((level) => !(symbolAt(level) instanceof QrError));
  return ec ? [setOptions({ ec })] : [];
}

/** Converts the issues in a report from the service to findings. Takes each finding from `known`, the findings of this
 *  page, or recomputes it from the scan. If there is no such finding, keeps the service's message. The severity always
 *  comes from the service, because it depends on the scan. */
export function findingsIn(report: Report, known: readonly Finding[], options: QrOptions): readonly Finding[] {
  return report.issues.map(({ code, severity, field, message }) => {
    const candidates = code.startsWith("scan_") && report.scan ? [scanIssue(options, report.scan)] : known;
    const found = candidates.find((finding) => finding.code === code && finding.field === field);
    return found ? { ...found, severity } : { code, severity, field, rule: literal(message), whole: true };
  });
}
