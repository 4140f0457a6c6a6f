import type { OptionName } from "../src/options/table.ts";

/** The input in the form of one kind of payload. */
export type FormWords = Readonly<Record<string, string | boolean>>;

/** Determines everything the page shows. Input is kept as typed, valid or not. */
export interface State {
  /** The kind of payload whose form is filled in, by its name. */
  readonly kind: string;
  readonly forms: Readonly<Record<string, FormWords>>;
  /** The options that were set, without the text. */
  readonly look: Readonly<Partial<Record<Exclude<OptionName, "data">, string>>>;
}

export const START: State = { kind: "url", forms: { url: { url: "https://example.com" } }, look: {} };

/** Maximum states to undo. */
const MOST_STEPS = 200;

/** Milliseconds within which changes of one subject are one step. */
const ONE_STEP = 1000;

export interface Store {
  readonly state: State;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Changes the state. Consecutive changes with the same `subject` are undone together. */
  change(patch: Partial<State>, subject?: string): void;
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
    to.push(state);
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
      const goesOn = subject !== "" && subject === latest.subject && at - latest.at < ONE_STEP;
      if (!goesOn) past = [...past.slice(1 - MOST_STEPS), state];
      future = [];
      latest = { subject, at };
      show({ ...state, ...patch });
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
    watch(listener) {
      listeners.push(listener);
      listener(state);
    },
  };
}

/** Sets options of the look; undefined resets one to its default. */
export function changeLook(
  store: Store,
  words: { readonly [Name in keyof State["look"]]?: string | undefined },
  subject?: string,
): void {
  const look: Record<string, string | undefined> = { ...store.state.look, ...words };
  for (const name of Object.keys(look)) if (look[name] === undefined) delete look[name];
  store.change({ look }, subject);
}

/** Sets fields of the form of `kind`. */
export function changeForm(store: Store, kind: string, words: FormWords, subject?: string): void {
  const { forms } = store.state;
  store.change({ kind, forms: { ...forms, [kind]: { ...forms[kind], ...words } } }, subject);
}
