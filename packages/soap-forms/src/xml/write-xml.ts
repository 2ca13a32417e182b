import { MASKED } from '../fields.ts';
import type { XmlName } from './read-xml.ts';

/** A value of an attribute: text, or a name that the writer gives a prefix; a secret one is masked where it is shown. */
export type OutValue = { text: string; secret?: boolean } | { name: XmlName; after?: string };

/** Text inside an element. */
export interface OutText {
  text: string;
  secret?: boolean;
}

/** An element to be written. */
export interface OutElement extends XmlName {
  attributes: (XmlName & { value: OutValue })[];
  children: (OutElement | OutText)[];
}

const XML = 'http://www.w3.org/XML/1998/namespace';
const KNOWN: Readonly<Record<string, string>> = {
  'http://schemas.xmlsoap.org/soap/envelope/': 'soap',
  'http://www.w3.org/2003/05/soap-envelope': 'soap',
  'http://schemas.xmlsoap.org/soap/encoding/': 'enc',
  'http://www.w3.org/2001/XMLSchema-instance': 'xsi',
  'http://www.w3.org/2001/XMLSchema': 'xsd',
};
/** What XML 1.0 has no way of writing. */
// oxlint-disable-next-line no-control-regex -- these are meant
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/** True for text that can stand in XML. */
export const isWritable = (text: string): boolean => !UNWRITABLE.test(text);

/** How an element is written: as it is sent, or as it is shown. */
export interface WriteMode {
  masked: boolean;
}

/** Writes a document in UTF-8. All namespaces are declared at its root; what has none has no prefix. */
export function writeXml(root: OutElement, { masked }: WriteMode): string {
  const prefixes = prefixesOf(root);
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  const named = ({ uri, local }: XmlName): string => {
    const prefix = uri === XML ? 'xml' : prefixes.get(uri);
    return prefix === undefined ? local : `${prefix}:${local}`;
  };
  const valueOf = (value: OutValue): string => {
    if ('name' in value) return named(value.name) + (value.after ?? '');
    return value.secret && masked ? MASKED : value.text;
  };
  const declared = [...prefixes].map(([uri, prefix]) => ` xmlns:${prefix}="${escapeAttribute(uri)}"`).join('');
  const write = (element: OutElement, more: string): void => {
    const attributes = element.attributes.map((one) => ` ${named(one)}="${escapeAttribute(valueOf(one.value))}"`);
    parts.push(`<${named(element)}${more}${attributes.join('')}`);
    if (element.children.length === 0) return void parts.push('/>');
    parts.push('>');
    for (const child of element.children) {
      if ('local' in child) write(child, '');
      else parts.push(escapeText(valueOf(child)));
    }
    parts.push(`</${named(element)}>`);
  };
  write(root, declared);
  return parts.join('');
}

/** The namespaces of a document with a prefix each, in the order in which they occur. */
function prefixesOf(root: OutElement): Map<string, string> {
  const prefixes = new Map<string, string>();
  const add = (uri: string): void => {
    if (uri === '' || uri === XML || prefixes.has(uri)) return;
    const known = KNOWN[uri];
    prefixes.set(uri, known !== undefined && ![...prefixes.values()].includes(known) ? known : `ns${prefixes.size}`);
  };
  const walk = (element: OutElement): void => {
    add(element.uri);
    for (const { uri, value } of element.attributes) {
      add(uri);
      if ('name' in value) add(value.name.uri);
    }
    for (const child of element.children) if ('local' in child) walk(child);
  };
  walk(root);
  return prefixes;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string): string =>
  // A carriage return that stands as itself is read as a line feed.
  text.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign).replaceAll('\r', '&#13;');
const escapeAttribute = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
    .replaceAll(/[\t\n\r]/g, (sign) => `&#${sign.codePointAt(0)};`);
