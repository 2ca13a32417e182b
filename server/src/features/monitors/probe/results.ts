import { HOUR_MS } from '../../../platform/clock.ts';

/** One check, kept for 24 hours. */
export interface Result {
  /** Start of the check. */
  at: Date;
  ok: boolean;
  ms: number;
}

const SIZE = 8;
const MAX_MS = 0xff_ff_ff;

/** The start of the hour (UTC). */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

/** Packs results of one hour, eight bytes each: ms since the hour began, duration, 1 for a failure. */
export function packResults(results: readonly Result[]): Buffer {
  const data = Buffer.alloc(results.length * SIZE);
  for (const [index, { at, ok, ms }] of results.entries()) {
    data.writeUInt32BE(at.getTime() % HOUR_MS, index * SIZE);
    data.writeUIntBE(Math.min(MAX_MS, Math.max(0, Math.round(ms))), index * SIZE + 4, 3);
    data.writeUInt8(ok ? 0 : 1, index * SIZE + 7);
  }
  return data;
}

export function unpackResults(hour: Date, packed: Uint8Array): Result[] {
  const data = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: Math.floor(data.length / SIZE) }, (_, index) => ({
    at: new Date(hour.getTime() + data.readUInt32BE(index * SIZE)),
    ms: data.readUIntBE(index * SIZE + 4, 3),
    ok: data.readUInt8(index * SIZE + 7) === 0,
  }));
}
