import { isUtf8 } from 'node:buffer';
import { SaxesParser } from 'saxes';
import { LIMITS } from './limits.ts';
import { damaged, refused, SheetError } from './sheet-error.ts';

/** Receives XML events. Names have no prefix. */
export interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

/** Accepts an XML file in arbitrary chunks. */
export interface XmlFeed {
  write(chunk: Uint8Array): void;
  end(): void;
}

/** Text is buffered until the next tag; more than this without a tag is rejected. */
const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

const localName = (name: string): string => {
  if (name.length === 1) return name;
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};

/** Parses UTF-8 or UTF-16 XML without DTD and custom entities. @throws SheetError when it is not well-formed */
export function readXml(reader: XmlReader): XmlFeed {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let [depth, sinceTag] = [0, 0];
  parser.on('doctype', () => {
    throw refused('it declares a document type');
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    sinceTag = 0;
    if (depth > LIMITS.depth) throw refused('its elements are nested too deeply');
    reader.open(localName(tag.name), tag.attributes);
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    sinceTag = 0;
    reader.close(localName(tag.name));
  });
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  const take = (text: string): void => {
    sinceTag += text.length;
    if (sinceTag > MAX_TEXT_LENGTH) throw refused('a part of it has no end');
    wellFormed(() => parser.write(text));
  };
  const decoder = decodeText();
  return {
    write: (chunk) => take(decoder.decode(chunk)),
    end() {
      take(decoder.end());
      wellFormed(() => parser.close());
    },
  };
}

function wellFormed(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw error instanceof SheetError ? error : damaged('its XML is not well-formed', error);
  }
}

interface Decoder {
  decode(chunk: Uint8Array): string;
  end(): string;
}

/** Detects the encoding from the first two bytes. */
function decodeText(): Decoder {
  let start = Buffer.alloc(0);
  let chosen: Decoder | undefined;
  return {
    decode(chunk) {
      if (chosen) return chosen.decode(chunk);
      start = Buffer.concat([start, chunk]);
      if (start.length < 2) return '';
      chosen = decoderFor(start.readUInt16BE());
      return chosen.decode(start);
    },
    end: () => chosen?.end() ?? start.toString('latin1'),
  };
}

function decoderFor(mark: number): Decoder {
  if (mark === 0xfffe) return utf16('utf-16le');
  if (mark === 0xfeff) return utf16('utf-16be');
  return utf8();
}

function utf16(encoding: string): Decoder {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const checked = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (error) {
      throw damaged('its text is not UTF-16', error);
    }
  };
  return { decode: checked, end: () => checked() };
}

/** Buffers a character split between chunks. Faster than a streaming TextDecoder. */
function utf8(): Decoder {
  let rest: Uint8Array = new Uint8Array();
  return {
    decode(chunk) {
      const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const end = all.length - cutOff(all);
      rest = all.slice(end);
      return textOf(all.subarray(0, end));
    },
    end() {
      if (rest.length > 0) throw damaged('its text is not UTF-8');
      return '';
    },
  };
}

function textOf(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw damaged('its text is not UTF-8');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

/** Number of trailing bytes of an incomplete character. */
function cutOff(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return byte >= (back === 1 ? 0xc0 : back === 2 ? 0xe0 : 0xf0) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}
