import {
  designNames,
  type OptionName,
  overLook,
  overlay,
  parseOptions,
  type RawOptions,
  table,
} from "./product/options.ts";
import { readSaved } from "./product/pictures.ts";

/** The values of a form, by field. Each kind of payload has its own form. */
export type FormValues = Readonly<Record<string, string | boolean>>;

/** The state that determines everything on the page. Input is stored as typed, even if it is invalid. */
export interface State {
  /** The name of the kind of payload whose form is shown. */
  readonly kind: string;
  readonly forms: Readonly<Record<string, FormValues>>;
  /** The options that were set, without the content. */
  readonly look: Readonly<Partial<Record<Exclude<OptionName, "data">, string>>>;
  /** The logo from a file, whose data is in `look`. */
  readonly upload?: Upload | undefined;
  /** The text in the field of an option while the user is still typing and the text is not valid yet. The option keeps
   *  its previous value. */
  readonly draft?: { readonly name: Exclude<OptionName, "data">; readonly value: string } | undefined;
}

/** A logo from a file. */
export interface Upload {
  /** The name of the logo in the URL, and in the storage of this browser. It is random, so it reveals nothing about the
   *  file. */
  readonly id: string;
  readonly name?: string | undefined;
  /** The size to which the image was scaled down, such as "1024 × 768". */
  readonly scaled?: string | undefined;
  /** Whether this browser lacks the logo that the URL names. */
  readonly isGone?: boolean;
}

/** Returns a new upload with a random id of 64 bits. */
export function createUpload(names: Pick<Upload, "name" | "scaled"> = {}): Upload {
  return { ...names, id: crypto.getRandomValues(new Uint32Array(2)).join("-") };
}

/** Returns whether the URL names a logo that has not been looked up in the storage of this browser yet. */
export function isPending({ upload, look }: State): boolean {
  return upload !== undefined && look.logoData === undefined && !upload.isGone;
}

export const START: State = {
  kind: "url",
  forms: { url: { url: "https://example.com" } },
  look: {},
  upload: undefined,
};

/** Maximum number of steps that can be undone. */
const MAX_STEPS = 200;

/** Changes with the same subject within this many milliseconds are undone together. */
const MERGE_TIME = 1000;

export interface Store {
  readonly state: State;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Changes the state, and removes the draft. Changes with the same `subject` in quick succession are undone together, and
   *  so are all changes of a draft. */
  change(patch: Partial<State>, subject?: string): void;
  /** Completes the state with values that have loaded late. This cannot be undone. */
  complete(patch: Partial<State>): void;
  undo(): void;
  redo(): void;
  /** Calls `listener` now and after each change. */
  watch(listener: (state: State) => void): void;
}

export function createStore(first: State, now: () => number = Date.now): Store {
  let state = first;
  let past: State[] = [];
  let future: State[] = [];
  let latest = { subject: "", at: 0 };
  const listeners: ((state: State) => void)[] = [];
  const show = (next: State) => {
    state = next;
    for (const listener of listeners) listener(state);
  };
  const step = (from: State[], to: State[]) => {
    const next = from.pop();
    if (!next) return;
    // Undoing a draft only restores the field, so it cannot be redone.
    if (!state.draft) to.push(state);
    latest = { subject: "", at: 0 };
    show(next);
  };
  return {
    get state() {
      return state;
    },
    get canUndo() {
      return past.length > 0;
    },
    get canRedo() {
      return future.length > 0;
    },
    change(patch, subject = "") {
      const at = now();
      const isSoon = at - latest.at < MERGE_TIME || state.draft !== undefined;
      const isSameStep = subject !== "" && subject === latest.subject && isSoon;
      if (!isSameStep) past = [...past.slice(1 - MAX_STEPS), state];
      future = [];
      latest = { subject, at };
      show({ ...state, draft: undefined, ...patch });
    },
    complete: (patch) => show({ ...state, ...patch }),
    undo: () => step(past, future),
    redo: () => step(future, past),
    watch(listener) {
      listeners.push(listener);
      listener(state);
    },
  };
}

/** New values of look options; undefined removes one. */
export type LookChange = { readonly [Name in keyof State["look"]]?: string | undefined };

/** Sets options. The value undefined resets an option to its default. A colour removes the gradient that would hide it. A
 *  logo replaces the one that was uploaded. */
export function changeLook(store: Store, values: LookChange, subject?: string): void {
  const look: Record<string, string | undefined> = overlay(store.state.look, values);
  for (const name of Object.keys(look)) if (look[name] === undefined) delete look[name];
  const { logoData } = look;
  const isReplaced = Object.hasOwn(values, "logoData");
  store.change({ look, ...(isReplaced && { upload: logoData === undefined ? undefined : createUpload() }) }, subject);
}

export function replaceForm(store: Store, kind: string, values: FormValues, subject?: string): void {
  store.change({ kind, forms: { ...store.state.forms, [kind]: values } }, subject);
}

/** Switches to the form for `kind`, and sets fields in it. */
export function changeForm(store: Store, kind: string, values: FormValues, subject?: string): void {
  replaceForm(store, kind, { ...store.state.forms[kind], ...values }, subject);
}

/** Returns `input` with `preset` and `design` replaced by the options that they contain, because each control shows one
 *  option. A logo in base64 becomes a data URI, which browsers can show. Returns `input` unchanged if one of the two is
 *  invalid, so that the page shows the error. */
export function openLook(input: RawOptions): State["look"] {
  const { preset, design } = input;
  if ((preset ?? design) === undefined) return input as State["look"];
  const { issues } = parseOptions({ data: "x", preset, design });
  if (issues.length > 0) return input as State["look"];
  const { preset: _, design: __, ...open } = overLook({}, input);
  return Object.fromEntries(Object.entries(readSaved(open)).map(([name, word]) => [name, String(word)]));
}

/** Returns the design options that were set, for a saved design or a link. */
export function designOf({ look }: State): State["look"] {
  return Object.fromEntries(designNames.flatMap((name) => (look[name] === undefined ? [] : [[name, look[name]]])));
}

/** Factor between the default width of 256 px and the width of downloaded PNGs: 1024 px, which is sharp up to 8 cm at 300
 *  dpi. */
const PRINT_SCALE = 4;

/** Returns the look for downloaded PNGs. They are larger than the default, because many are printed. A size that the user
 *  has chosen stays unchanged. The margin of a logo is in pixels and has a maximum, which also limits the size. */
export function downloadLook(look: State["look"]): State["look"] {
  if (look.size !== undefined) return look;
  const hasLogo = look.logo !== undefined || look.logoData !== undefined;
  const margin = hasLogo ? Number(look.logoMargin) : 0;
  if (!Number.isInteger(margin) || margin <= 0) return { ...look, size: String(table.size.default * PRINT_SCALE) };
  const scale = Math.max(1, Math.min(PRINT_SCALE, Math.floor(table.logoMargin.max / margin)));
  return { ...look, size: String(table.size.default * scale), logoMargin: String(margin * scale) };
}

/** The name under which the tab stores the state while the page reloads. */
const CARRIED = "isoqr-state";

/** Maximum time in milliseconds for a reload. After that, the stored state is discarded. */
const MAX_RELOAD = 30_000;

/** Resolves to whether the page can be loaded again. Call this before `reloadWith`: only the reloaded page removes the
 *  stored state, which would stay in the tab after a failed reload. */
export function canReload(): Promise<boolean> {
  return fetch(location.href, { cache: "no-cache", signal: AbortSignal.timeout(MAX_RELOAD) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Reloads the page, which then calls `takeCarried`. The state passes through the storage of the tab, because the URL
 *  contains no secrets and no files. Call `canReload` first. */
export function reloadWith(state: State): void {
  try {
    sessionStorage.setItem(CARRIED, JSON.stringify({ url: location.href, at: Date.now(), state }));
    // The timer fires only if the user stops the reload.
    setTimeout(() => sessionStorage.removeItem(CARRIED), MAX_RELOAD);
  } catch {
    // The browser blocks storage, or the state is too large. The URL then restores its part of the state.
  }
  location.reload();
}

/** Returns the state from before the page reloaded itself. Removes it from the storage, because it may contain secrets. */
export function takeCarried(): State | undefined {
  try {
    const carried = sessionStorage.getItem(CARRIED);
    sessionStorage.removeItem(CARRIED);
    const { url, at = 0, state } = JSON.parse(carried ?? "{}") as { url?: string; at?: number; state?: State };
    return url === location.href && Date.now() - at < MAX_RELOAD ? state : undefined;
  } catch {
    return undefined;
  }
}
