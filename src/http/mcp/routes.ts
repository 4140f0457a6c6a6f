import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { ApiCall, QrApi } from "../../api.ts";
import { internalError, QrError } from "../../errors.ts";
import { withBody } from "../body.ts";
import { createQuota, type Limits, type TakingTurns } from "../limits.ts";
import { VERSION } from "../reference/document.ts";
import { jsonResponse, toResponse, withCommonHeaders } from "../respond.ts";
import { faultOf, type MessageFault, parseFault, TOOL_RULE } from "./faults.ts";
import { tools } from "./tools.ts";

export const NOT_JSON_RPC = "the body must be valid JSON: send one JSON-RPC message";

/** Returns a function that serves `api` as tools for agents, over the Model Context Protocol. It expects POST requests,
 *  and responds with plain JSON. There are no sessions or streams, so any server can handle any request. Batches of
 *  messages are rejected, because limits count HTTP requests. Origins are not checked, because the service is public.
 *  `report` is called with unexpected errors. Tool calls count as heavy work for `limits`. The function rejects like
 *  `withBody`, except for BODY_INVALID, which it sends as a JSON-RPC error. */
export function createMcp(
  api: QrApi,
  report: (error: unknown) => void,
  limits?: Limits,
): (request: Request, call?: TakingTurns) => Promise<Response> {
  const answer = async (request: Request, call: ApiCall, parsedBody: unknown) => {
    const fault = faultOf(parsedBody);
    if (fault) return faultResponse(fault);
    const takeQuota = limits ? createQuota(limits, request) : async () => undefined;
    const server = createServer({ api, caller: call, report, takeQuota });
    // Without a session id generator, the transport is stateless.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return withCommonHeaders(await transport.handleRequest(request, { parsedBody }));
    } finally {
      await server.close();
    }
  };
  return async (request, call: TakingTurns = request) => {
    try {
      return await withBody(request, readMessage, (message) => answer(request, call, message), call);
    } catch (error) {
      if (!(error instanceof QrError) || error.code !== "BODY_INVALID") throw error;
      return faultResponse(parseFault(error.message));
    }
  };
}

function readMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new QrError("BODY_INVALID", { rule: NOT_JSON_RPC });
  }
}

interface Host {
  readonly api: QrApi;
  readonly caller: ApiCall;
  /** Called with unexpected errors, which agents never see. */
  readonly report: (error: unknown) => void;
  /** Charges the client for a tool call. Rejects if the client is over a limit. */
  readonly takeQuota: NonNullable<ApiCall["takeQuota"]>;
}

function faultResponse({ body, status }: MessageFault): Response {
  return toResponse(jsonResponse(body, status));
}

/** Creates the server for one request, as the SDK requires for stateless transports. */
function createServer(host: Host): Server {
  const server = new Server(
    { name: "isoqr", title: "isoqr", version: VERSION },
    { capabilities: { tools: {} }, jsonSchemaValidator: noForms },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(host, params));
  return server;
}

/** The response to tools/list. Tools change nothing, but can fetch a logo from the web. */
const listed = Object.entries(tools).map(([name, { title, description, inputSchema }]) => ({
  name,
  title,
  description,
  inputSchema: { ...inputSchema, type: "object" as const },
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
}));

async function call(
  { api, caller, report, takeQuota }: Host,
  { name, arguments: input = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
): Promise<CallToolResult> {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  // An McpError would prefix the message with its code, and clients would add the same prefix again.
  if (!tool) throw Object.assign(new Error(TOOL_RULE), { code: ErrorCode.InvalidParams });
  try {
    await takeQuota();
    return { content: [await tool.call(api, input, tool.isSearch ? paying(caller, takeQuota) : caller)] };
  } catch (error) {
    // Errors become tool results instead of protocol errors, so that the agent sees the message and can fix its
    // request.
    const known = error instanceof QrError ? error : internalError(error);
    if (known.cause !== undefined && error !== caller.signal?.reason) report(known.cause);
    return { content: [{ type: "text", text: known.message }], isError: true };
  }
}

/** Returns `caller` with `takeQuota`. Its properties may be getters of a class, which a copy would lose. */
function paying(caller: ApiCall, takeQuota: Host["takeQuota"]): ApiCall {
  return {
    get client() {
      return caller.client;
    },
    get signal() {
      return caller.signal;
    },
    takeQuota,
  };
}

/** Replaces the SDK's form validator, which takes longer to create than a picture takes to draw. Forms are never
 *  sent. */
const noForms = {
  getValidator(): never {
    throw new Error("forms are not supported");
  },
};
