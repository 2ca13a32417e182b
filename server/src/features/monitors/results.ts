/** One check as it is kept for 24 hours. */
export interface Result {
  /** When it began. */
  at: Date;
  ok: boolean;
  ms: number;
}

const SIZE = 8;
const HOUR = 3_600_000;
const LONGEST_MS = 0xff_ff_ff;

/** The beginning of the hour (UTC) that a time is in. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR) * HOUR);

/** Eight bytes a result: ms since the hour began, the time it took, 1 for a failure. All of one hour. */
export function packResults(results: readonly Result[]): Buffer {
  const data = Buffer.alloc(results.length * SIZE);
  for (const [index, { at, ok, ms }] of results.entries()) {
    data.writeUInt32BE(at.getTime() % HOUR, index * SIZE);
    data.writeUIntBE(Math.min(LONGEST_MS, Math.max(0, Math.round(ms))), index * SIZE + 4, 3);
    data.writeUInt8(ok ? 0 : 1, index * SIZE + 7);
  }
  return data;
}

/** The results of an hour again. */
export function unpackResults(hour: Date, packed: Uint8Array): Result[] {
  const data = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: Math.floor(data.length / SIZE) }, (_, index) => ({
    at: new Date(hour.getTime() + data.readUInt32BE(index * SIZE)),
    ms: data.readUIntBE(index * SIZE + 4, 3),
    ok: data.readUInt8(index * SIZE + 7) === 0,
  }));
}
