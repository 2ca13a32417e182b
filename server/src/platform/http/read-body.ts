/**
 * Reads a body up to the limit; a longer one is abandoned.
 * @param tooLong the error for a longer one
 */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  limit: number,
  tooLong: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > limit) throw tooLong();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The JSON of a body; undefined when it is not JSON in UTF-8. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
