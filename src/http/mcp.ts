import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { QrApi } from "../api.ts";
import { internalError, QrError } from "../errors.ts";
import { parseJson } from "../options/read.ts";
import { BODY_LIMIT, withBody } from "./body.ts";
import { type Limits, refuseOver } from "./limits.ts";
import { faultOf, type MessageFault, notJson, TOOL_RULE } from "./mcp-faults.ts";
import { tools } from "./mcp-tools.ts";
import { VERSION } from "./reference/document.ts";
import { jsonResponse, toResponse, withCommonHeaders } from "./respond.ts";

/** Serves `api` as tools for agents, over the Model Context Protocol: one JSON response per POST, without sessions and
 *  streams, so that any server can respond. Lists of messages are refused, because one request is one piece of work.
 *  Origins are not checked, because everything here is public. `report` is called with unexpected errors. Tool calls
 *  count as heavy work for `limits`. Rejects with the errors of `withBody`, except for a body that is not JSON. */
export function createMcp(
  api: QrApi,
  report: (error: unknown) => void,
  limits?: Limits,
): (request: Request) => Promise<Response> {
  const answer = async (request: Request, parsedBody: unknown) => {
    const fault = faultOf(parsedBody);
    if (fault) return faultResponse(fault);
    const server = createServer(api, report, async () => limits && (await refuseOver(limits, request, "heavy"))?.error);
    // Without a way to make session ids there are no sessions.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return withCommonHeaders(await transport.handleRequest(request, { parsedBody }));
    } finally {
      await server.close();
    }
  };
  return async (request) => {
    try {
      return await withBody(request, BODY_LIMIT, parseJson, (message) => answer(request, message));
    } catch (error) {
      if (!(error instanceof QrError) || error.code !== "BODY_INVALID") throw error;
      return faultResponse(notJson());
    }
  };
}

/** Charges a call. Resolves to the error if the client is over a limit. */
type Charge = () => Promise<QrError | undefined>;

function faultResponse({ body, status }: MessageFault): Response {
  return toResponse(jsonResponse(body, status));
}

/** Creates the server of one request, which the SDK needs without sessions. */
function createServer(api: QrApi, report: (error: unknown) => void, charge: Charge): Server {
  const server = new Server(
    { name: "isoqr", title: "isoqr", version: VERSION },
    { capabilities: { tools: {} }, jsonSchemaValidator: noForms },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(api, report, charge, params));
  return server;
}

/** The tools as they are listed. They change nothing, but may fetch a logo from elsewhere. */
const listed = Object.entries(tools).map(([name, { title, description, inputSchema }]) => ({
  name,
  title,
  description,
  inputSchema: { ...inputSchema, type: "object" as const },
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
}));

async function call(
  api: QrApi,
  report: (error: unknown) => void,
  charge: Charge,
  { name, arguments: words = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
): Promise<CallToolResult> {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  // McpError would put its code before the message, and clients put it there again.
  if (!tool) throw Object.assign(new Error(TOOL_RULE), { code: ErrorCode.InvalidParams });
  try {
    const refusal = await charge();
    if (refusal) throw refusal;
    return { content: [await tool.call(api, words)] };
  } catch (error) {
    // Sent as the tool's result, so that the agent reads it and fixes its request.
    const known = error instanceof QrError ? error : internalError(error);
    if (known.cause !== undefined) report(known.cause);
    return { content: [{ type: "text", text: known.message }], isError: true };
  }
}

/** Replaces the SDK's validator of forms, which takes longer to create than a picture. No forms are sent. */
const noForms = {
  getValidator(): never {
    throw new Error("no forms are sent");
  },
};
