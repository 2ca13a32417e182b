/** Seeded random numbers (xorshift). */
function numbers(seed: number): (below: number) => number {
  let state = (seed | 0) === 0 ? 1 : seed | 0;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const splice = (file: Buffer, at: number, count: number, put: Buffer): Buffer =>
  Buffer.concat([file.subarray(0, at), put, file.subarray(at + count)]);

/** Changes as made by people, editors, disks and attackers. */
const CHANGES: readonly ((file: Buffer, pick: (below: number) => number) => Buffer)[] = [
  // A bit, a byte, a range of bytes.
  (file, pick) => {
    const at = pick(file.length);
    return splice(file, at, 1, Buffer.from([(file[at] ?? 0) ^ (1 << pick(8))]));
  },
  (file, pick) => splice(file, pick(file.length), 1, Buffer.from([pick(256)])),
  (file, pick) => splice(file, pick(file.length), 1 + pick(8), Buffer.alloc(0)),
  (file, pick) => splice(file, pick(file.length + 1), 0, Buffer.from([pick(256)])),
  (file, pick) => file.subarray(0, pick(file.length)),
  (file, pick) => file.subarray(1 + pick(file.length)),
  // Two bytes swapped; a range duplicated.
  (file, pick) => {
    const [one, two] = [pick(file.length), pick(file.length)];
    const changed = Buffer.from(file);
    changed[one] = file[two] ?? 0;
    changed[two] = file[one] ?? 0;
    return changed;
  },
  (file, pick) => {
    const at = pick(file.length);
    return splice(file, at, 0, file.subarray(at, at + 1 + pick(40)));
  },
  // Edits by editors: line endings, a BOM, whitespace, another encoding of the same JSON or base64.
  (file) => Buffer.from(file.toString().replaceAll('\n', '\r\n')),
  (file) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), file]),
  (file, pick) => splice(file, pick(file.length + 1), 0, Buffer.from(' \t\n\r\0'.charAt(pick(5)))),
  (file, pick) =>
    Buffer.from(file.toString().replace(/: "(.)/, (_all, one: string) => `: "\\u00${hex(one)}${pick(2) ? '' : ' '}`)),
  (file, pick) => Buffer.from(file.toString().replace(/.==/, `${BASE64.charAt(pick(64))}==`)),
  (file, pick) => Buffer.from(file.toString().replace(/(Key: )\w/, `$1${pick(16).toString(16)}`)),
  (file) => Buffer.from(file.toString().toUpperCase()),
  (file) => Buffer.concat([file, file]),
];
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const hex = (one: string): string => (one.codePointAt(0) ?? 0).toString(16).padStart(2, '0');

/** Yields `count` changed copies of a file, never the file itself; deterministic for a seed. */
export function* mutationsOf(file: Buffer, count: number, seed: number): Generator<Buffer> {
  const pick = numbers(seed);
  for (let made = 0; made < count;) {
    let changed = file;
    for (let times = 1 + pick(3); times > 0; times -= 1) {
      if (changed.length > 0) changed = CHANGES[pick(CHANGES.length)]?.(changed, pick) ?? changed;
    }
    if (changed.equals(file)) continue;
    made += 1;
    yield changed;
  }
}
