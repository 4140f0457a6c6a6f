import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import type { QrApi } from "../api.ts";
import { QrError } from "../errors.ts";
import type { RawOptions } from "../options/parse.ts";
import { isObject } from "../options/read.ts";
import { BODY_LIMIT, readBody } from "./body.ts";
import { tools } from "./mcp-tools.ts";
import { VERSION } from "./reference/document.ts";
import { jsonResponse, readableAnywhere } from "./respond.ts";

/** `api` as tools for agents, over the Model Context Protocol: one JSON answer to one POST, no sessions and no streams, so
 *  that any of many servers may answer. Lists of messages, which the protocol has given up, are refused: one request is to
 *  be one piece of work. Origins are not looked at, for there is nothing here that a stranger may not ask for himself.
 *  `report` hears of unexpected errors. Rejects with what `readBody` throws. */
export function createMcp(api: QrApi, report: (error: unknown) => void): (request: Request) => Promise<Response> {
  return async (request) => {
    const parsedBody = await readBody(request, BODY_LIMIT);
    const fault = faultOf(parsedBody);
    if (fault) return jsonResponse(fault, fault.error.code === ErrorCode.InvalidRequest ? 400 : 200);
    const server = createServer(api, report);
    // Without a way to make session ids there are no sessions.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return readableAnywhere(await transport.handleRequest(request, { parsedBody }));
    } finally {
      await server.close();
    }
  };
}

/** The answer to a message that the SDK would refuse in words that help nobody; undefined for any other. JSON-RPC 2.0, 4 and
 *  5.1. */
function faultOf(message: RawOptions) {
  const { jsonrpc, id, method, params = {} } = message;
  const isId = typeof id === "string" || Number.isSafeInteger(id);
  const refusal = (code: ErrorCode, sentence: string) => ({
    jsonrpc: "2.0",
    id: isId ? id : null,
    error: { code, message: sentence },
  });
  const { InvalidRequest, InvalidParams } = ErrorCode;
  if (jsonrpc !== "2.0") return refusal(InvalidRequest, 'a message must have "jsonrpc": "2.0"');
  if (id !== undefined && !isId) {
    return refusal(InvalidRequest, "the id of a message must be a string or a whole number");
  }
  // Answers have none.
  if (method === undefined && ("result" in message || "error" in message)) return undefined;
  if (typeof method !== "string") {
    return refusal(InvalidRequest, 'the method of a message must be a string, such as "tools/call"');
  }
  if (!isObject(params)) return refusal(InvalidParams, "params must be an object");
  if (method !== "tools/call") return undefined;
  const { name, arguments: words = {} } = params;
  if (typeof name !== "string") return refusal(InvalidParams, `name must be that of a tool: ${toolNames}`);
  if (isObject(words)) return undefined;
  return refusal(InvalidParams, 'arguments must be an object, such as {"data":"https://example.com"}');
}

const toolNames = `the tools are ${Object.keys(tools).join(" and ")}`;

/** One for each request, as the SDK wants it where there are no sessions. */
function createServer(api: QrApi, report: (error: unknown) => void): Server {
  const server = new Server(
    { name: "isoqr", title: "isoqr", version: VERSION },
    { capabilities: { tools: {} }, jsonSchemaValidator: noForms },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(api, report, params));
  return server;
}

/** The tools as they are listed. They change nothing, but a logo may be brought from elsewhere. */
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
  { name, arguments: words = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
): Promise<CallToolResult> {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!tool) throw new McpError(ErrorCode.InvalidParams, toolNames);
  try {
    return { content: [await tool.call(api, words)] };
  } catch (error) {
    // Told as the tool's result, so that the agent reads it and mends its request.
    const text = error instanceof QrError ? error.message : "Internal error";
    const hidden = error instanceof QrError ? error.cause : error;
    if (hidden !== undefined) report(hidden);
    return { content: [{ type: "text", text }], isError: true };
  }
}

/** In place of the SDK's validator of filled-in forms, which takes longer to make than a picture: no forms are sent. */
const noForms = {
  getValidator(): never {
    throw new Error("no forms are sent");
  },
};
