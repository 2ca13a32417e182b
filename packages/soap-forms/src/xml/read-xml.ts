import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { XML } from '../wsdl/namespaces.ts';

/** A qualified name; '' means no namespace. */
export interface XmlName {
  uri: string;
  local: string;
}

export interface XmlElement extends XmlName {
  attributes: readonly (XmlName & { value: string })[];
  children: (XmlElement | string)[];
  /** Namespaces by prefix in scope; '' is the default one. */
  scope: ReadonlyMap<string, string>;
}

const DEPTH = 100;
const NODES = 200_000;
/** Limited because each scope copies the previous ones. */
const DECLARATIONS = 2_000;
const MAX_REASON_LENGTH = 200;

/** Characters parsed before yielding to other requests. */
const CHUNK_CHARS = 32_768;
const TIME_LIMIT_MS = 10_000;

/**
 * Parses a whole document. Only XML's five entities are known, because a DOCTYPE is rejected.
 * @throws an Error with a user-facing message
 */
export function readXml(text: string): XmlElement {
  const reader = createReader();
  reader.write(text);
  return reader.end();
}

/**
 * The same for documents that may be large or hostile: yields to other requests in between.
 * @param budget decremented; share one to limit several documents together
 */
export async function readXmlInChunks(text: string, budget = { nodes: NODES }): Promise<XmlElement> {
  const reader = createReader(budget);
  const began = performance.now();
  for (let from = 0; from < text.length; from += CHUNK_CHARS) {
    if (performance.now() - began > TIME_LIMIT_MS) throw new Error('It takes too long to parse.');
    reader.write(text.slice(from, from + CHUNK_CHARS));
    await setImmediate();
  }
  return reader.end();
}

interface Reader {
  write(text: string): void;
  /** The root element. */
  end(): XmlElement;
}

function createReader(budget = { nodes: NODES }): Reader {
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let [declarations, depth] = [0, 0];
  const count = (): void => {
    budget.nodes -= 1;
    if (budget.nodes < 0) throw new Error(`It has more than ${NODES.toLocaleString('en-GB')} nodes.`);
  };
  parser.on('doctype', () => {
    throw new Error('It has a DOCTYPE, which is not supported.');
  });
  parser.on('opentagstart', () => {
    count();
    if ((depth += 1) > DEPTH) throw new Error(`It is nested deeper than ${DEPTH} levels.`);
  });
  parser.on('attribute', count);
  parser.on('opentag', ({ uri, local, attributes, ns }) => {
    const parent = open.at(-1);
    const declared = Object.entries(ns);
    if ((declarations += declared.length) > DECLARATIONS) throw new Error('It declares too many namespaces.');
    const scope = declared.length > 0 || !parent ? new Map([...(parent?.scope ?? []), ...declared]) : parent.scope;
    const kept = Object.values(attributes).filter(({ name }) => name !== 'xmlns' && !name.startsWith('xmlns:'));
    const values = kept.map((one) => ({ uri: one.uri, local: one.local, value: one.value }));
    const element: XmlElement = { uri, local, attributes: values, children: [], scope };
    if (parent) parent.children.push(element);
    else root = element;
    open.push(element);
  });
  const addText = (part: string): void => {
    count();
    open.at(-1)?.children.push(part);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    open.pop();
  });
  parser.on('error', (error) => {
    // The parser would continue after an error.
    throw new Error(`It is not well-formed XML: ${error.message.slice(0, MAX_REASON_LENGTH).replace(/\.+$/, '')}.`);
  });
  return {
    write: (text) => void parser.write(text),
    end() {
      parser.close();
      if (!root) throw new Error('It is empty.');
      return root;
    },
  };
}

/** Value of an attribute; undefined when it is missing. */
export function attributeOf(element: XmlElement, local: string, uri = ''): string | undefined {
  return element.attributes.find((one) => one.local === local && one.uri === uri)?.value;
}

/** Child elements of a namespace, optionally of one name. */
export function childrenOf(element: XmlElement, uri: string, local?: string): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement =>
      typeof child !== 'string' && child.uri === uri && (local === undefined || child.local === local),
  );
}

/** All text in an element, in document order. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** Resolves a prefixed name at an element. @throws an Error for an undeclared prefix */
export function resolveName(element: XmlElement, name: string): XmlName {
  const [prefix, local] = name.includes(':') ? (name.trim().split(':', 2) as [string, string]) : ['', name.trim()];
  const uri = prefix === 'xml' ? XML : element.scope.get(prefix);
  if (uri === undefined && prefix !== '') throw new Error(`The prefix ${prefix.slice(0, 40)} is not declared.`);
  return { uri: uri ?? '', local };
}

/** Map key of a name. */
export const keyOf = ({ uri, local }: XmlName): string => `{${uri}}${local}`;
