import { afterEach, describe, expect, test, vi } from "vitest";
import { readFragment, writeFragment } from "../../demo/fragment.ts";
import { readState } from "../../demo/reading.ts";
import {
  changeForm,
  changeLook,
  createStore,
  downloadLook,
  isPending,
  openLook,
  reloadWith,
  START,
  type State,
  takeCarried,
} from "../../demo/state.ts";
import { presets } from "../../src/options/presets.ts";

test("undoes quick typing in one step, and other changes one by one", () => {
  let time = 0;
  const store = createStore(START, () => time);
  for (const url of ["https://a", "https://ab"]) changeForm(store, "url", { url }, "url.url");
  time = 5000;
  changeForm(store, "url", { url: "https://abc" }, "url.url");
  changeLook(store, { margin: "2" });
  expect(store.state.look).toEqual({ margin: "2" });
  store.undo();
  store.undo();
  expect(store.state.forms.url).toEqual({ url: "https://ab" });
  store.undo();
  expect([store.state, store.canUndo]).toEqual([START, false]);
  store.redo();
  expect(store.state.forms.url).toEqual({ url: "https://ab" });
  changeLook(store, { margin: undefined });
  expect(store.canRedo).toBe(false);
});

test("undoes a draft and its final value in one step, and never redoes a draft", () => {
  let time = 0;
  const store = createStore(START, () => time);
  for (const value of ["3", "30"]) {
    time += 5000;
    store.change({ draft: { name: "size", value } }, "size");
  }
  time += 5000;
  changeLook(store, { size: "300" }, "size");
  expect([store.state.draft, store.state.look]).toEqual([undefined, { size: "300" }]);
  store.change({ draft: { name: "margin", value: "x" } }, "margin");
  store.undo();
  expect([store.state.look, store.canRedo]).toEqual([{ size: "300" }, false]);
  store.undo();
  expect([store.state.look, store.canUndo]).toEqual([{}, false]);
});

test("keeps at most 200 undo steps", () => {
  const store = createStore(START);
  for (let size = 0; size < 500; size++) changeLook(store, { size: String(size) });
  let steps = 0;
  for (; store.canUndo; steps++) store.undo();
  expect(steps).toBe(200);
});

test("calls listeners with every state, including the first", () => {
  const store = createStore(START);
  const states: State[] = [];
  store.watch((state) => states.push(state));
  changeLook(store, { ec: "H" });
  store.undo();
  expect(states.map(({ look }) => look)).toEqual([{}, { ec: "H" }, {}]);
});

test("a fragment names the uploaded logo, which a link without the name or with a logo URL never has", () => {
  const store = createStore(START);
  changeLook(store, { logoData: "data:image/png;base64,AAAA" });
  const { upload } = store.state;
  const found = readFragment(writeFragment(store.state));
  expect(found).toEqual({ ...START, look: {}, upload: { id: upload?.id } });
  expect(found && isPending(found)).toBe(true);
  changeLook(store, { color: "112233" });
  expect(store.state.upload).toBe(upload);
  changeLook(store, { logoData: "data:image/png;base64,BBBB" });
  expect(store.state.upload?.id).not.toBe(upload?.id);
  changeLook(store, { logo: undefined, logoData: undefined });
  expect(store.state.upload).toBeUndefined();
  expect(writeFragment(store.state)).not.toContain("upload");
  const uploadIn = (query: string) => readFragment(`#kind=url&${query}`)?.upload;
  expect(uploadIn("upload=12-34")).toEqual({ id: "12-34" });
  for (const query of ["", "upload=", "upload=x", "upload=1-2-3", "upload=12-34&logo=https://logos.example/a.png"]) {
    expect(uploadIn(query), query).toBeUndefined();
  }
});

test("completes the state without a step to undo, and resets an upload", () => {
  const store = createStore({ ...START, upload: { id: "12-34" } });
  store.complete({ look: { logoData: "AAAA" } });
  expect([store.state.look, store.canUndo]).toEqual([{ logoData: "AAAA" }, false]);
  store.change(START);
  expect(store.state.upload).toBeUndefined();
});

test("round-trips a state through a fragment", () => {
  const state: State = {
    kind: "mail",
    forms: { mail: { to: "ada@engines.example", subject: "50 % & more + #1", body: "two\nlines" } },
    look: { color: "0b3d2e", dotStyle: "dots", title: "A “title”" },
  };
  expect(readFragment(writeFragment(state))).toEqual(state);
});

test("replaces the preset and the design in a fragment with their options, unless one is invalid", () => {
  const lookOf = (query: object) =>
    readFragment(`#${new URLSearchParams({ kind: "url", ".url": "https://example.com", ...query })}`)?.look;
  expect(lookOf({ preset: "ocean", size: "300" })).toEqual({ ...presets.ocean, size: "300" });
  const { gradient: _, ...solid } = presets.ocean;
  expect(lookOf({ preset: "ocean", color: "ff0000" })).toEqual({ ...solid, color: "ff0000" });
  expect(lookOf({ design: '{"preset":"ocean","logoSize":0.2}' })).toEqual({ ...presets.ocean, logoSize: "0.2" });
  for (const wrong of [{ preset: "sea" }, { design: "[" }]) expect(lookOf(wrong)).toEqual(wrong);
});

test("a colour removes the gradient that would hide it", () => {
  const store = createStore(START);
  changeLook(store, { gradient: "radial,000000,0000ff", bgGradient: "radial,ffffff,eeeeee" });
  changeLook(store, { color: "ff0000" });
  expect(store.state.look).toEqual({ color: "ff0000", bgGradient: "radial,ffffff,eeeeee" });
  changeLook(store, { bg: "transparent" });
  expect(store.state.look).toEqual({ color: "ff0000", bg: "transparent" });
});

const url = (typed: string): State => ({ kind: "url", forms: { url: { url: typed } }, look: {} });

test.each<[string, State]>([
  ["a password", { kind: "wifi", forms: { wifi: { ssid: "Guests", password: "hunter2hunter2" } }, look: {} }],
  ["a key", { kind: "otp", forms: { otp: { account: "ada", secret: "HUNTER2HUNTER22A" } }, look: {} }],
  ["a network as text", { kind: "text", forms: { text: { text: "WIFI:T:WPA;S:G;P:hunter2hunter2;;" } }, look: {} }],
  ["a network in the URL field", url("WIFI:T:WPA;S:G;P:hunter2hunter2;;")],
  ["a key in the URL field", url("otpauth://totp/a?secret=HUNTER2HUNTER22A")],
  ["a network after an invisible character", url("\u200bWIFI:T:WPA;S:G;P:hunter2hunter2;;")],
  ["a network after other text", url("Scan WIFI:T:WPA;S:G;P:hunter2hunter2;;")],
  ["a URL with a password", url("https://user:hunter2@host.example/")],
  ["a network as a title", { ...url("https://example.com"), look: { title: "WIFI:T:WPA;S:G;P:hunter2hunter2;;" } }],
  [
    "a logo URL with a password",
    { ...url("https://example.com"), look: { logo: "https://user:hunter2@host.example/a.png" } },
  ],
  ["a logo file", { kind: "url", forms: { url: { url: "https://example.com" } }, look: { logoData: "hunter2" } }],
])("keeps %s out of the fragment", (_, state) => {
  expect(writeFragment(state).toLowerCase()).not.toContain("hunter2");
});

test("a fragment keeps level M with a logo, although the default with a logo is H", () => {
  const state: State = { ...START, look: { ec: "M", logo: "https://logos.example/a.png" } };
  expect(readFragment(writeFragment(state))?.look).toEqual(state.look);
  expect(readState(state).options.ec).toBe("M");
  expect(readState({ ...state, look: { logo: "https://logos.example/a.png" } }).options.ec).toBe("H");
});

test.each(["", "#", "#kind=nothing", `#kind=url&.url=${"x".repeat(20_000)}`])("ignores the fragment %j", (fragment) => {
  expect(readFragment(fragment)).toBeUndefined();
});

test("ignores secrets and unknown names in a fragment", () => {
  const state = readFragment("#kind=wifi&.ssid=G&.password=secret&.hidden=true&logoData=AAAA&data=x&constructor=y");
  expect(state).toEqual({ kind: "wifi", forms: { wifi: { ssid: "G", hidden: true } }, look: {} });
});

test("ignores the values of hidden fields", () => {
  const forms = { wifi: { ssid: "G", security: "nopass", password: "left over", method: "PEAP" } };
  const { data, error } = readState({ kind: "wifi", forms, look: {} });
  expect([data, error]).toEqual(["WIFI:T:nopass;S:G;;", undefined]);
});

test("reports an invalid form as an error, and not as missing data", () => {
  const { data, error, issues } = readState({
    kind: "url",
    forms: { url: { url: "no address" } },
    look: { margin: "11" },
  });
  expect([data, error?.field, issues.map(({ field }) => field)]).toEqual([undefined, "url", ["margin"]]);
});

test("a logo in base64 becomes a data URI", () => {
  const { logoData, ...others } = openLook({ design: '{"logoData":"_9j-","logoMime":"image/jpeg","color":"123456"}' });
  expect([logoData, others]).toEqual(["data:image/jpeg;base64,/9j+", { color: "123456" }]);
});

describe("a reload", () => {
  const secret: State = { ...START, kind: "wifi", forms: { wifi: { ssid: "G", password: "hunter2hunter2" } } };
  const stored = new Map<string, string>();

  function stub() {
    vi.useFakeTimers();
    stored.clear();
    vi.stubGlobal("location", { href: "https://qr.example/#kind=wifi", reload: () => undefined });
    vi.stubGlobal("sessionStorage", {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    });
  }

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("keeps the state once", () => {
    stub();
    reloadWith(secret);
    expect(takeCarried()).toEqual(secret);
    expect([takeCarried(), stored.size]).toEqual([undefined, 0]);
  });

  test("that takes 30 s loses the state", () => {
    stub();
    reloadWith(secret);
    vi.setSystemTime(Date.now() + 30_000);
    expect([takeCarried(), stored.size]).toEqual([undefined, 0]);
  });

  test("that the user stops leaves no secret in the storage", () => {
    stub();
    reloadWith(secret);
    vi.advanceTimersByTime(30_000);
    expect(stored.size).toBe(0);
  });
});

test("downloads are large enough to print unless a size is chosen, and look the same", () => {
  expect(downloadLook({ color: "112233" })).toEqual({ color: "112233", size: "1024" });
  expect(downloadLook({ size: "256", logoMargin: "3" })).toEqual({ size: "256", logoMargin: "3" });
  const logo = "https://example.com/logo.png";
  const withLogo = (logoMargin: string) => downloadLook({ logo, logoMargin });
  expect(withLogo("5")).toEqual({ logo, size: "1024", logoMargin: "20" });
  expect(withLogo("8")).toEqual({ logo, size: "512", logoMargin: "16" });
  expect(withLogo("20")).toEqual({ logo, size: "256", logoMargin: "20" });
  expect(downloadLook({ logoMargin: "20" })).toEqual({ size: "1024", logoMargin: "20" });
  // Invalid values stay, so that the page shows their errors.
  expect(withLogo("x")).toEqual({ logo, size: "1024", logoMargin: "x" });
  expect(withLogo("2.5")).toEqual({ logo, size: "1024", logoMargin: "2.5" });
  expect(withLogo("99")).toEqual({ logo, size: "256", logoMargin: "99" });
});
