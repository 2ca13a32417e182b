import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { LIMITS } from './limits.ts';
import { damaged, refused, SheetError, tooLarge } from './sheet-error.ts';

const CHUNK = 64 * 1024;
const [STORED, DEFLATED] = [0, 8];

/** The files in a workbook by lower-case path. */
export interface Container {
  has(path: string): boolean;
  /** Unpacks a file in chunks. @throws SheetError when it is missing, damaged or larger than allowed */
  read(path: string, take: (chunk: Uint8Array) => void): Promise<void>;
}

/** Lists the files of a ZIP container and rejects anything that spreadsheet programs do not produce. */
export async function openContainer(bytes: Uint8Array): Promise<Container> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    autoClose: false,
  }).catch((error: unknown) => {
    throw damaged('its end is missing', error);
  });
  const parts = await list(zip);
  let inflated = 0;
  const counted = new Set<Entry>();
  return {
    has: (path) => parts.has(path.toLowerCase()),
    async read(path, take) {
      const entry = parts.get(path.toLowerCase());
      if (!entry) throw damaged(`${path} is missing`);
      const packed = await packedBytes(zip, bytes, entry);
      await unpack(entry, packed, (chunk) => {
        if (!counted.has(entry)) inflated += chunk.byteLength;
        if (inflated > LIMITS.inflated) throw tooLarge('it has more than 300 MB when unpacked');
        take(chunk);
      });
      counted.add(entry);
    },
  };
}

async function list(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > LIMITS.parts) throw refused(`it holds more than ${LIMITS.parts} files`);
  const parts = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      const path = entry.fileName.toLowerCase();
      if (parts.has(path)) throw refused(`it holds ${entry.fileName.slice(0, 80)} twice`);
      parts.set(path, entry);
      if (parts.size > LIMITS.parts) throw refused(`it holds more than ${LIMITS.parts} files`);
    }
  } catch (error) {
    throw error instanceof SheetError ? error : damaged('its list of files cannot be read', error);
  }
  return parts;
}

async function packedBytes(zip: ZipFile, bytes: Uint8Array, entry: Entry): Promise<Uint8Array> {
  if (entry.isEncrypted())
    throw new SheetError('The spreadsheet is password-protected: save it without a password and upload that');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw damaged(`unknown compression ${entry.compressionMethod}`);
  }
  if (isBomb(entry.uncompressedSize, entry)) throw refused('it unpacks to many times its size');
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    return bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  } catch (error) {
    throw damaged('a file in it cannot be found', error);
  }
}

const isBomb = (size: number, entry: Entry): boolean =>
  size > LIMITS.smallPart && size > LIMITS.ratio * entry.compressedSize;

async function unpack(entry: Entry, packed: Uint8Array, take: (chunk: Uint8Array) => void): Promise<void> {
  let [size, sum] = [0, 0];
  for await (const chunk of chunksOf(entry, packed)) {
    size += chunk.byteLength;
    if (size > entry.uncompressedSize) throw damaged(`${entry.fileName.slice(0, 80)} is larger than declared`);
    if (isBomb(size, entry)) throw refused('it unpacks to many times its size');
    sum = crc32(chunk, sum);
    take(chunk);
  }
  if (size !== entry.uncompressedSize) throw damaged(`${entry.fileName.slice(0, 80)} ends early`);
  if (sum !== entry.crc32) throw damaged(`${entry.fileName.slice(0, 80)} has a wrong checksum`);
}

async function* chunksOf(entry: Entry, packed: Uint8Array): AsyncGenerator<Uint8Array> {
  if (entry.compressionMethod === STORED) {
    for (let at = 0; at < packed.byteLength; at += CHUNK) yield packed.subarray(at, at + CHUNK);
    return;
  }
  const inflate = createInflateRaw({ chunkSize: CHUNK });
  inflate.end(packed);
  try {
    for await (const chunk of inflate) yield chunk as Uint8Array;
  } catch (error) {
    throw damaged('a file in it cannot be unpacked', error);
  } finally {
    inflate.destroy();
  }
}
