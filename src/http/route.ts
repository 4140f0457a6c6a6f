/** What a route sees of a request: the part of Hono's context that the service uses, so that the service needs no Hono
 *  where its routes are few. */
export interface Asked {
  readonly req: {
    readonly raw: Request;
    readonly url: string;
    readonly path: string;
    header(name: string): string | undefined;
    /** What stands in the path at `:name`. */
    param(name: string): string;
  };
}

export type Answer = (asked: Asked) => Response | Promise<Response>;

/** Where routes are added. In a path `:name` is one part of it, and `:name{PATTERN}` one that the pattern fits. Every
 *  route of GET is asked for HEAD, too. */
export interface Routes {
  get(path: string, answer: Answer): unknown;
  post(path: string, answer: Answer): unknown;
  delete(path: string, answer: Answer): unknown;
}
