/** Returns `value` as plain JSON values, so that results of two versions can be compared. Of errors that are not part of the
 *  API, only the name counts, because their messages contain the names of variables. */
export function plain(value, depth = 0) {
  if (value === undefined) return { undefined: true };
  if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0)))
    return { number: Object.is(value, -0) ? "-0" : String(value) };
  if (typeof value === "bigint" || typeof value === "symbol") return { [typeof value]: String(value) };
  if (typeof value === "function") return { function: value.length };
  if (typeof value !== "object" || value === null) return value;
  if (depth > 8) return { deep: true };
  if (value instanceof Error) return plainError(value);
  if (value instanceof ArrayBuffer) return { bytes: Buffer.from(value).toString("base64") };
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    return { [value.constructor.name]: Buffer.from(buffer, byteOffset, byteLength).toString("base64") };
  }
  if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1));
  return Object.fromEntries(Object.keys(value).map((name) => [name, plain(value[name], depth + 1)]));
}

function plainError({ name, code, field, message }) {
  return name === "QrError" || code !== undefined ? { name, code, field, message } : { name };
}

/** Returns the result of `work`, or its error, as plain values. */
export async function attempt(work) {
  try {
    return { result: plain(await work()) };
  } catch (error) {
    return { error: plain(error) };
  }
}
