import { createHash, hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { CachedJson } from './handler.ts';

const deflate = promisify(deflateRaw);

/** Part of a JSON text, compressed separately and only once, so that a change of one part does not recompress the others. */
export class JsonPart {
  readonly json: Buffer;
  readonly hash: Buffer;
  #deflated: Promise<Buffer> | undefined;

  constructor(text: string) {
    this.json = Buffer.from(text);
    this.hash = hash('sha256', this.json, 'buffer');
  }

  /** Deflate blocks that refer to nothing before them and end on a byte boundary, so that parts can be joined. */
  deflated(level: number): Promise<Buffer> {
    return (this.#deflated ??= deflate(this.json, { level, finishFlush: constants.Z_SYNC_FLUSH }));
  }
}

/** RFC 1952: deflate, no name, no time, unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block (RFC 1951). */
const LAST_BLOCK = Buffer.from([3, 0]);

/** JSON assembled from parts; its gzip form is assembled from their compressed forms. */
export class JsonOfParts extends CachedJson {
  readonly #parts: readonly JsonPart[];

  constructor(parts: readonly JsonPart[]) {
    const whole = createHash('sha256');
    for (const part of parts) whole.update(part.hash);
    super(() => Buffer.concat(parts.map(({ json }) => json)), `"${whole.digest('base64url')}"`);
    this.#parts = parts;
  }

  protected override async compressed(): Promise<Buffer> {
    const parts = this.#parts;
    const length = parts.reduce((sum, { json }) => sum + json.length, 0);
    const level = CachedJson.levelFor(length);
    const blocks = await Promise.all(parts.map((part) => part.deflated(level)));
    const tail = Buffer.alloc(8);
    tail.writeUInt32LE(parts.reduce((sum, { json }) => crc32(json, sum), 0));
    tail.writeUInt32LE(length % 2 ** 32, 4);
    return Buffer.concat([GZIP_HEAD, ...blocks, LAST_BLOCK, tail]);
  }
}
