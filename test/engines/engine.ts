/** A browser of any maker, as far as tests of pages need it. */
export interface Engine {
  /** "Firefox 153.7.0", "Chromium (of npm) 147.0.7727.0". */
  readonly name: string;
  open(url: string): Promise<EnginePage>;
  /** Installs the extension in a folder until the browser is closed, where that can be done from outside. */
  install?(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** How pages are shown. */
export interface Look {
  readonly scheme: "light" | "dark";
  /** Pixels of the screen to a pixel of CSS, along each side. */
  readonly scale: number;
}

export const plainLook: Look = { scheme: "light", scale: 1 };

export interface EnginePage {
  /** Resolves to what `script`, the body of an async function, returns in the page; as JSON, so without classes.
   *  Rejects when it throws. */
  run(script: string): Promise<unknown>;
  /** A PNG of what is in view. */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** `script` as an expression that never rejects, so that every driver hands its fault over in the same way. */
export function settled(script: string): string {
  return `(async () => { ${script} })().then((value) => JSON.stringify({ value }), (fault) => JSON.stringify({ fault: String(fault) }))`;
}

/** What `settled` came to. @throws {Error} what the script threw, in words. */
export function outcomeOf(text: unknown): unknown {
  const outcome = JSON.parse(String(text)) as { value?: unknown; fault?: string };
  if (outcome.fault !== undefined) throw new Error(outcome.fault);
  return outcome.value;
}
