import { MASKED } from '../fields.ts';
import { ENCODING, VERSIONS, XML, XSD, XSI } from '../wsdl/namespaces.ts';
import type { XmlName } from './read-xml.ts';

/** An attribute value: text, or a name that the writer prefixes; secret ones are masked for display. */
type OutValue = { text: string; secret?: boolean } | { name: XmlName; after?: string };

export interface OutText {
  text: string;
  secret?: boolean;
}

export interface OutElement extends XmlName {
  attributes: (XmlName & { value: OutValue })[];
  children: (OutElement | OutText)[];
  /** Namespaces by prefix that its content may refer to, such as in xsi:type="q:Thing"; '' is the default one. */
  scope?: ReadonlyMap<string, string>;
}

const KNOWN = new Map<string, string>([
  [VERSIONS['1.1'].envelope, 'soap'],
  [VERSIONS['1.2'].envelope, 'soap'],
  [ENCODING, 'enc'],
  [XSI, 'xsi'],
  [XSD, 'xsd'],
]);
/** Characters not allowed in XML 1.0. */
// oxlint-disable-next-line no-control-regex -- intentional
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

export const isWritable = (text: string): boolean => !UNWRITABLE.test(text);

/** Whether to mask secrets, for display. */
export interface WriteMode {
  masked: boolean;
}

/** Writes a document. The namespaces of all names are declared at its root; names without a namespace have no prefix. */
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
  const declared = [...prefixes].map(([uri, prefix]) => declaration(prefix, uri)).join('');
  const write = (element: OutElement, outer: ReadonlyMap<string, string>, more: string): void => {
    const scope = element.scope ?? outer;
    const changed = scope === outer ? [] : [...scope].filter(([prefix, uri]) => uri !== (outer.get(prefix) ?? ''));
    const attributes = element.attributes.map((one) => ` ${named(one)}="${escapeAttribute(valueOf(one.value))}"`);
    parts.push(`<${named(element)}${more}`, ...changed.map(([prefix, uri]) => declaration(prefix, uri)), ...attributes);
    if (element.children.length === 0) return void parts.push('/>');
    parts.push('>');
    for (const child of element.children) {
      if ('local' in child) write(child, scope, '');
      else parts.push(escapeText(valueOf(child)));
    }
    parts.push(`</${named(element)}>`);
  };
  write(root, new Map([...prefixes].map(([uri, prefix]) => [prefix, uri])), declared);
  return parts.join('');
}

const declaration = (prefix: string, uri: string): string =>
  ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(uri)}"`;

/** Assigns a prefix to each namespace of a document, in order of occurrence; none that a scope declares for another. */
function prefixesOf(root: OutElement): Map<string, string> {
  const prefixes = new Map<string, string>();
  const taken = prefixesTaken(root);
  const isFree = (prefix: string, uri: string): boolean => (taken.get(prefix) ?? uri) === uri;
  const add = (uri: string): void => {
    if (uri === '' || uri === XML || prefixes.has(uri)) return;
    const known = KNOWN.get(uri);
    let prefix = known !== undefined && isFree(known, uri) ? known : `ns${prefixes.size}`;
    for (let more = 2; !isFree(prefix, uri); more += 1) prefix = `ns${prefixes.size}-${more}`;
    taken.set(prefix, uri);
    prefixes.set(uri, prefix);
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

/** The namespaces of the prefixes declared anywhere in an element; '' for a prefix of several. */
function prefixesTaken(root: OutElement): Map<string, string> {
  const taken = new Map<string, string>();
  const walk = ({ scope, children }: OutElement, outer: OutElement['scope']): void => {
    if (scope !== outer)
      for (const [prefix, uri] of scope ?? []) taken.set(prefix, (taken.get(prefix) ?? uri) === uri ? uri : '');
    for (const child of children) if ('local' in child) walk(child, scope);
  };
  walk(root, undefined);
  return taken;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string): string =>
  // A literal carriage return would be read as a line feed.
  text.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign).replaceAll('\r', '&#13;');
const escapeAttribute = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
    .replaceAll(/[\t\n\r]/g, (sign) => `&#${sign.codePointAt(0)};`);
