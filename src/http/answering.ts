import type { Hono } from "hono";
import { errorResponse } from "./respond.ts";

/** The function that answers by `routes`, and never rejects. */
export function answering(routes: Hono, report: (error: unknown) => void): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return await routes.fetch(request);
    } catch (error) {
      // Hono hands over Errors only; what else is thrown comes out here.
      return errorResponse(error, report);
    }
  };
}
