import { MASKED } from '../fields.ts';
import type { XmlName } from './read-xml.ts';

/** An attribute value: text, or a name that the writer prefixes; secret ones are masked for display. */
export type OutValue = { text: string; secret?: boolean } | { name: XmlName; after?: string };

export interface OutText {
  text: string;
  secret?: boolean;
}

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
/** Characters not allowed in XML 1.0. */
// oxlint-disable-next-line no-control-regex -- intentional
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

export const isWritable = (text: string): boolean => !UNWRITABLE.test(text);

/** Whether to mask secrets, for display. */
export interface WriteMode {
  masked: boolean;
}

/** Writes a document. All namespaces are declared at its root; names without a namespace have no prefix. */
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

/** Assigns a prefix to each namespace of a document, in order of occurrence. */
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
  // A literal carriage return would be read as a line feed.
  text.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign).replaceAll('\r', '&#13;');
const escapeAttribute = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
    .replaceAll(/[\t\n\r]/g, (sign) => `&#${sign.codePointAt(0)};`);
