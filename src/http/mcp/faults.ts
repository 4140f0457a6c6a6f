import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCNotificationSchema,
  JSONRPCRequestSchema,
  JSONRPCResponseSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { isObject } from "../../options/read.ts";
import { tools } from "./tools.ts";

/** A JSON-RPC error response and its HTTP status. */
export interface MessageFault {
  readonly status: 200 | 400;
  readonly body: {
    readonly jsonrpc: "2.0";
    readonly id: string | number | null;
    readonly error: { readonly code: number; readonly message: string };
  };
}

export const TOOL_RULE = `name must be ${Object.keys(tools).join(" or ")}`;

/** The supported methods, with the SDK's schemas for their requests. */
const METHODS = new Map<string, Schema>([
  ["initialize", InitializeRequestSchema],
  ["ping", PingRequestSchema],
  ["tools/list", ListToolsRequestSchema],
  ["tools/call", CallToolRequestSchema],
]);

/** Returns the fault for a body that cannot be read or parsed, with the reason in `message`. */
export function parseFault(message: string): MessageFault {
  return refusal(null, ErrorCode.ParseError, message);
}

/** Returns the first fault of `message`, or undefined if the message is valid. Without this check, the SDK would
 *  respond with a dump of its validation errors. JSON-RPC 2.0, sections 4 and 5.1. */
export function faultOf(message: unknown): MessageFault | undefined {
  const { InvalidRequest, InvalidParams, MethodNotFound } = ErrorCode;
  if (!isObject(message)) {
    return refusal(null, InvalidRequest, "the body must be a JSON object: send one JSON-RPC message");
  }
  const { jsonrpc, id, method, params = {} } = message;
  if (jsonrpc !== "2.0") return refusal(id, InvalidRequest, 'a message must have "jsonrpc": "2.0"');
  if (id !== undefined && !isId(id)) {
    return refusal(id, InvalidRequest, "the id of a message must be a string or an integer");
  }
  // A response has no method.
  if (method === undefined && ("result" in message || "error" in message)) {
    const [issue] = JSONRPCResponseSchema.safeParse(message).error?.issues ?? [];
    return (
      issue && refusal(id, InvalidRequest, "a response must have an id and either a result object or an error object")
    );
  }
  if (typeof method !== "string") {
    return refusal(id, InvalidRequest, 'the method of a message must be a string, such as "tools/call"');
  }
  if (!isObject(params)) return refusal(id, InvalidParams, "params must be an object");
  const isRequest = id !== undefined;
  const fault = faultBy(isRequest ? JSONRPCRequestSchema : JSONRPCNotificationSchema, message);
  if (fault || !isRequest) return fault;
  const schema = METHODS.get(method);
  if (!schema) return refusal(id, MethodNotFound, `method must be one of ${[...METHODS.keys()].join(", ")}`);
  if (method === "tools/call") {
    const { name, task, arguments: input = {} } = params;
    if (task !== undefined) return refusal(id, InvalidParams, "task is not supported: remove it");
    if (typeof name !== "string") return refusal(id, InvalidParams, TOOL_RULE);
    if (!isObject(input)) {
      return refusal(id, InvalidParams, 'arguments must be an object, such as {"data":"https://example.com"}');
    }
  }
  return faultBy(schema, message);
}

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly expected?: unknown;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
  readonly errors?: readonly (readonly Issue[])[];
}

interface Schema {
  safeParse(message: unknown): { readonly error?: { readonly issues: readonly object[] } | undefined };
}

function faultBy(schema: Schema, message: Readonly<Record<string, unknown>>): MessageFault | undefined {
  const [issue] = (schema.safeParse(message).error?.issues ?? []) as readonly Issue[];
  if (!issue) return undefined;
  const { InvalidRequest, InvalidParams } = ErrorCode;
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys ?? [];
    const name = nameOf([...issue.path, key]);
    return refusal(message.id, InvalidRequest, `${name} is not allowed in a message: remove it`);
  }
  const [first, ...path] = issue.path;
  if (first !== "params") return refusal(message.id, InvalidRequest, `${nameOf(issue.path)} must be ${ruleOf(issue)}`);
  return refusal(message.id, InvalidParams, `${nameOf(path.length > 0 ? path : [first])} must be ${ruleOf(issue)}`);
}

/** Maximum length of a name in an error message, in characters. Names may contain keys from the request. */
export const LONGEST_NAME = 100;

/** Returns the name of the value at `path`, such as "clientInfo.icons[0].src". */
function nameOf(path: readonly PropertyKey[]): string {
  const name = path.reduce<string>((before, part) => {
    if (typeof part === "number") return `${before}[${part}]`;
    return before ? `${before}.${String(part)}` : String(part);
  }, "");
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}...` : name;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

function ruleOf({ code, expected, values, errors }: Issue): string {
  if (code === "invalid_value" && values) return `one of ${values.join(", ")}`;
  // The only custom rule in these schemas requires an object.
  if (code === "custom") return "an object";
  if (code === "invalid_union" && errors) {
    return [...new Set(errors.flatMap(([first]) => (first ? [ruleOf(first)] : [])))].join(" or ");
  }
  return TYPES[String(expected)] ?? "valid according to the Model Context Protocol";
}

function refusal(id: unknown, code: ErrorCode, message: string): MessageFault {
  // The error for a well-formed request is a JSON-RPC response with status 200. Malformed messages and faulty
  // notifications get status 400, because MCP requires an HTTP error for input that a server cannot accept.
  const isAnswer = code !== ErrorCode.InvalidRequest && code !== ErrorCode.ParseError && isId(id);
  return {
    status: isAnswer ? 200 : 400,
    body: { jsonrpc: "2.0", id: isId(id) ? id : null, error: { code, message } },
  };
}

function isId(id: unknown): id is string | number {
  return typeof id === "string" || Number.isSafeInteger(id);
}
