import { crc32, deflateRawSync } from 'node:zlib';

/** A file in a ZIP archive. All but the first two can be forged. */
export interface ZipEntry {
  name: string;
  data: Uint8Array | string;
  /** Not compressed. */
  stored?: boolean;
  /** Replaces the compressed data. */
  packed?: Uint8Array;
  /** Declared uncompressed size. */
  size?: number;
  crc?: number;
  flags?: number;
  method?: number;
}

const UTF8_NAMES = 0x800;

export function writeZip(entries: readonly ZipEntry[]): Uint8Array {
  const [files, list] = [[] as Buffer[], [] as Buffer[]];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const data = typeof entry.data === 'string' ? Buffer.from(entry.data) : entry.data;
    const packed = entry.packed ?? (entry.stored ? data : deflateRawSync(data));
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(UTF8_NAMES | (entry.flags ?? 0), 2);
    facts.writeUInt16LE(entry.method ?? (entry.stored ? 0 : 8), 4);
    facts.writeUInt32LE(entry.crc ?? crc32(data), 10);
    facts.writeUInt32LE(packed.byteLength, 14);
    facts.writeUInt32LE(entry.size ?? data.byteLength, 18);
    facts.writeUInt16LE(name.length, 22);
    files.push(Buffer.from('PK\x03\x04'), facts, name, Buffer.from(packed));
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    list.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), facts, place, name);
    at += 30 + name.length + packed.byteLength;
  }
  const listed = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, listed, end]);
}
