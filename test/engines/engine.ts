/** A browser in which tests open pages: Chromium, Firefox or WebKit. */
export interface Engine {
  /** The name with the version, such as "Firefox 153.7.0" or "Chromium (of npm) 147.0.7727.0". */
  readonly name: string;
  open(url: string): Promise<EnginePage>;
  /** Installs the extension in `folder` until the browser is closed. Undefined if the browser does not support
   *  extensions. */
  install?(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** How pages are displayed. */
export interface Look {
  readonly scheme: "light" | "dark";
  /** Device pixels per CSS pixel. */
  readonly scale: number;
}

export const plainLook: Look = { scheme: "light", scale: 1 };

export interface EnginePage {
  /** Runs `script`, the body of an async function, in the page. Resolves to the result, which must be JSON. Rejects if
   *  the script throws. */
  run(script: string): Promise<unknown>;
  /** Resolves to a PNG of the viewport. */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Returns `script` as an expression that never rejects, so that errors are reported in the same way by all drivers. */
export function settled(script: string): string {
  return `(async () => { ${script} })().then((value) => JSON.stringify({ value }), (fault) => JSON.stringify({ fault: String(fault) }))`;
}

/** Returns the result of a script, given the text that its `settled` expression resolved to.
 *  @throws {Error} with the message of the error that the script threw. */
export function outcomeOf(text: unknown): unknown {
  const outcome = JSON.parse(String(text)) as { value?: unknown; fault?: string };
  if (outcome.fault !== undefined) throw new Error(outcome.fault);
  return outcome.value;
}
