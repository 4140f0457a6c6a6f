/** A worker that replaces the D1 database, which is part of Cloudflare's platform: the engine includes only the D1
 *  client. The data is stored in a durable object. */

interface Question {
  readonly sql: string;
  readonly params?: readonly (string | number | null | number[])[];
}

type Value = string | number | null | ArrayBuffer;

interface State {
  readonly storage: {
    transactionSync<Result>(work: () => Result): Result;
    readonly sql: {
      exec(sql: string, ...params: Value[]): { readonly columnNames: string[]; raw(): Iterable<Value[]> };
    };
  };
}

interface Namespace {
  idFromName(name: string): unknown;
  get(id: unknown): { fetch(request: Request): Promise<Response> };
}

/** The fault to inject into the next queries: none, no response, a proxy's page, an error, or a lost response ("lost"),
 *  which affects only one query. */
type Fault = "none" | "hang" | "page" | "lost" | `error: ${string}`;

export default {
  fetch: (request: Request, { database }: { readonly database: Namespace }) =>
    database.get(database.idFromName("links")).fetch(request),
};

export class Database {
  private fault: Fault = "none";
  private queries = 0;
  constructor(private readonly state: State) {}

  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/fault") {
      this.fault = (await request.text()) as Fault;
      this.queries = 0;
      return new Response(null, { status: 204 });
    }
    if (pathname === "/queries") return Response.json(this.queries);
    this.queries++;
    const { fault } = this;
    if (fault === "hang") await new Promise((resolve) => setTimeout(resolve, 60_000));
    if (fault === "page") return new Response("<h1>Bad gateway</h1> a secret", { status: 502 });
    if (fault.startsWith("error: ")) return failed(fault.slice("error: ".length));
    const questions = [(await request.json()) as Question | Question[]].flat();
    const answer = this.answer(questions);
    if (fault !== "lost") return answer;
    this.fault = "none";
    return failed("Network connection lost.");
  }

  private answer(questions: readonly Question[]): Response {
    const { storage } = this.state;
    const answerTo = ({ sql, params = [] }: Question) => {
      const found = storage.sql.exec(sql, ...params.map(stored));
      const rows = Array.from(found.raw(), (row) => row.map(sent));
      return { success: true, meta: {}, results: { columns: found.columnNames, rows } };
    };
    try {
      return Response.json(storage.transactionSync(() => questions.map(answerTo)));
    } catch (error) {
      return failed((error as Error).message);
    }
  }
}

const failed = (error: string) => Response.json({ success: false, error, meta: {} }, { status: 500 });

const stored = (value: string | number | null | number[]) =>
  Array.isArray(value) ? Uint8Array.from(value).buffer : value;

const sent = (value: Value) => (value instanceof ArrayBuffer ? Array.from(new Uint8Array(value)) : value);
