import { QrError, type QrErrorCode } from "../errors.ts";
import { noResponse } from "../messages/page-rules.ts";
import { fromHeader } from "../messages/wire.ts";
import { functionOf, signalIn } from "./arguments.ts";

export const FETCH =
  "{field} must be a function that takes a Request and returns a Promise that resolves to a Response";
export const NOT_JSON = "the first argument cannot be sent as JSON: use only strings, numbers, true and false";
export const TIMEOUT = "{field} must be a number of milliseconds from 1 to {max}, or Infinity";

export interface ClientSettings {
  /** The URL of the service, such as "https://qr.example.com" or "https://example.com/qr". "" is the origin of the
   *  page. */
  readonly baseUrl: string | URL;
  /** The function that sends requests. Default: the global `fetch`. Can be the `fetch` method of an app in the same process. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Timeout of a call in milliseconds, including retries: 1 to 2,147,483,647 or Infinity. Default: 30,000, but 90,000 for
   *  `optimize` and 120,000 for `drawPictureCode`. */
  readonly timeout?: number;
  /** Aborts all calls of the client. They reject with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface CallSettings {
  /** Aborts this call. It rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Sends a request and resolves to the result of `read` for its response. If there is `input`, sends it as JSON in
 *  a POST request. */
export type Send = <T>(
  path: string,
  read: (answer: Response) => Promise<T>,
  input?: object,
  call?: CallSettings,
  traits?: RequestTraits,
) => Promise<T>;

/** Properties of a kind of request. */
export interface RequestTraits {
  /** Whether to retry if there is no response. Only for idempotent requests. */
  readonly again?: boolean;
  /** The timeout in milliseconds unless the caller sets one. Default: 30,000. */
  readonly timeout?: number;
}

/** Maximum delay of a timer in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;
/** Milliseconds before a retry without a Retry-After header. */
const PAUSE = 500;
/** Maximum number of attempts per call. */
const ATTEMPTS = 3;

/** Error codes by status, for responses without X-Error-Code, such as those from a proxy. */
const CODES: Readonly<Record<number, QrErrorCode>> = {
  400: "INVALID_OPTION",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  413: "BODY_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "RATE_LIMITED",
  431: "REQUEST_INVALID",
  501: "NOT_SUPPORTED",
  502: "UNREACHABLE",
  503: "BUSY",
  504: "UNREACHABLE",
};

/** Creates the function that sends all requests of the client. If the server is busy or limits the rate, it retries after
 *  the time in Retry-After, unless that would exceed the timeout. An aborted call rejects with the reason of its signal. All
 *  other failures are QrErrors.
 *  @throws {QrError} INVALID_OPTION for an invalid timeout, signal or fetch. */
export function createSend(base: string, settings: ClientSettings): Send {
  const signal = signalIn(settings);
  const given = checkTimeout(settings.timeout);
  const fetchIt = functionOf("fetch", settings.fetch ?? ((request) => fetch(request)));

  return async (path, read, input, call, { again, timeout: usual = 30_000 } = {}) => {
    const timeout = given ?? usual;
    const signals = [signal, signalIn(call)];
    const ending = new AbortController();
    const overdue = `${base} within ${timeout} ms: try again, or set a longer timeout`;
    const late = new QrError("UNREACHABLE", { rule: noResponse, values: { text: overdue }, status: 504 });
    const timer = timeout === Infinity ? undefined : setTimeout(() => ending.abort(late), timeout);
    const deadline = Date.now() + timeout;
    const ended = new Promise<never>((_, reject) => {
      ending.signal.addEventListener("abort", () => reject(ending.signal.reason), { once: true });
    });
    for (const outer of signals) {
      if (outer?.aborted) ending.abort(outer.reason);
      outer?.addEventListener("abort", () => ending.abort(outer.reason), { signal: ending.signal });
    }

    const attempt = async () => {
      // The caller's fetch may ignore its signal, so an aborted call ends here.
      ending.signal.throwIfAborted();
      const init = initOf(input, ending.signal);
      for (let left = ATTEMPTS - 1; ; left--) {
        let wait = Infinity;
        try {
          const answer = answerOf(await fetchIt(new Request(base + path, init)));
          if (answer.ok) return await read(answer);
          if ([429, 503].includes(answer.status) && left > 0) wait = pauseOf(answer.headers);
          if (Date.now() + wait >= deadline) throw await errorOf(answer, base);
          await answer.body?.cancel();
        } catch (error) {
          // A complete but invalid response is not retried, because the server would send the same response again.
          const isLost = again && !(error instanceof QrError || error instanceof SyntaxError);
          wait = isLost && left > 0 ? PAUSE : Infinity;
          if (ending.signal.aborted || Date.now() + wait >= deadline) throw error;
        }
        await pause(wait, ending.signal);
      }
    };
    try {
      // A fetch that ignores its signal must not block the caller.
      return await Promise.race([ended, attempt()]);
    } catch (error) {
      throw ending.signal.aborted ? ending.signal.reason : error instanceof QrError ? error : unreachable(base, error);
    } finally {
      clearTimeout(timer);
      // Removes the listeners from the callers' signals, and cancels the response if it was not read.
      ending.abort();
    }
  };
}

/** Checks that the caller's fetch resolved to a Response, and returns it. @throws {QrError} INVALID_OPTION. */
function answerOf(answer: Response): Response {
  if (typeof answer?.ok === "boolean" && answer.headers) return answer;
  throw new QrError("INVALID_OPTION", { field: "fetch", rule: FETCH });
}

function initOf(input: object | undefined, signal: AbortSignal): RequestInit {
  if (!input) return { signal };
  const headers = { "Content-Type": "application/json" };
  return { method: "POST", headers, body: jsonOf(input), signal };
}

/** Returns `input` as JSON. @throws {QrError} INVALID_OPTION for values that JSON cannot contain. */
function jsonOf(input: object): string {
  try {
    return JSON.stringify(input);
  } catch (cause) {
    throw new QrError("INVALID_OPTION", { rule: NOT_JSON, cause });
  }
}

function checkTimeout(timeout: unknown): number | undefined {
  if (timeout === undefined) return undefined;
  const valid = typeof timeout === "number" && timeout >= 1 && (timeout <= LONGEST_WAIT || timeout === Infinity);
  if (valid) return timeout;
  throw new QrError("INVALID_OPTION", { field: "timeout", rule: TIMEOUT, values: { max: LONGEST_WAIT } });
}

function pauseOf(headers: Headers): number {
  const seconds = retryAfterOf(headers, Date.now());
  return seconds === undefined ? PAUSE : Math.min(Math.max(seconds * 1000, 0), LONGEST_WAIT);
}

/** Returns the delay given by Retry-After, in seconds; undefined without this header. Compares a date with the Date of the
 *  response, because the device's clock may be wrong, or without Date, with `now`. RFC 9110, 10.2.3. */
export function retryAfterOf(headers: Headers, now?: number): number | undefined {
  const value = headers.get("Retry-After");
  if (!value) return undefined;
  const sent = Date.parse(headers.get("Date") ?? "");
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? (Date.parse(value) - (sent || now || Number.NaN)) / 1000 : seconds;
  return Number.isNaN(wait) ? undefined : wait;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
}

async function errorOf(answer: Response, base: string): Promise<QrError> {
  const { status, headers } = answer;
  const body = await answer.json().catch(() => undefined);
  const error: unknown = body?.error;
  const code = (headers.get("X-Error-Code") ?? CODES[status] ?? "INTERNAL") as QrErrorCode;
  const message = typeof error === "string" ? error : `${base} responded with status ${status}`;
  const field = headers.get("X-Error-Field") ?? undefined;
  return new QrError(code, { ...fromHeader(message, field, headers.get("X-Error-Rule")), status });
}

function unreachable(base: string, cause: unknown): QrError {
  const text = `isoqr at ${base}: check baseUrl and the network`;
  return new QrError("UNREACHABLE", { rule: noResponse, values: { text }, cause });
}
