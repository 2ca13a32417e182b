import { attributeOf, childrenOf, keyOf, resolveName, textOf, type XmlElement, type XmlName } from '../xml/read-xml.ts';
import type { WsdlFiles } from './load-wsdl.ts';
import { MIME, SOAP_HTTP, VERSIONS, WSDL, type SoapVersion } from './namespaces.ts';

/** A message part: a schema element, or a named value of a type. */
export interface Part {
  name: string;
  element: XmlName | null;
  type: XmlName | null;
}

/** How the body or a header is composed of its parts. */
export interface Use {
  parts: Part[];
  encoded: boolean;
  /** Namespace of the wrapper in rpc style. */
  namespace: string;
}

export interface Operation {
  name: string;
  /** Name in the WSDL. */
  operation: string;
  description: string;
  endpoint: string;
  version: SoapVersion;
  action: string;
  style: 'rpc' | 'document';
  body: Use;
  headers: Use[];
}

const MAX_NAME_LENGTH = 250;
const MAX_PORTS = 100;
const MAX_OPERATIONS = 2_000;

/**
 * Lists the operations of all SOAP ports; identical ones of several ports are listed once.
 * @param wsdlUrl endpoint of ports without an address
 * @throws an Error when there is none
 */
export function readOperations({ definitions }: WsdlFiles, wsdlUrl: string): Operation[] {
  const index = indexOf(definitions);
  const found = new Map<string, Operation>();
  const offered = new Set<string>();
  const ports = definitions
    .flatMap((root) => childrenOf(root, WSDL, 'service'))
    .flatMap((service) => childrenOf(service, WSDL, 'port'))
    .slice(0, MAX_PORTS);
  for (const port of ports)
    for (const { key, operation } of operationsOf(port, index, wsdlUrl)) {
      if (offered.has(key) || found.size >= MAX_OPERATIONS) continue;
      offered.add(key);
      const name = freeName(found, operation.operation, attributeOf(port, 'name') ?? '');
      found.set(name, { ...operation, name });
    }
  if (found.size === 0) throw new Error('The WSDL has no operation that can be called over SOAP and HTTP.');
  return [...found.values()];
}

/** Makes a name unique by appending the port, then a number. */
function freeName(taken: ReadonlyMap<string, unknown>, operation: string, port: string): string {
  const short = operation.slice(0, MAX_NAME_LENGTH - 60);
  const free = [short, `${port.slice(0, 50)}.${short}`].find((name) => !taken.has(name));
  if (free !== undefined) return free;
  let at = 2;
  while (taken.has(`${short}.${at}`)) at += 1;
  return `${short}.${at}`;
}

type Index = Map<string, XmlElement>;

/** Indexes messages, port types and bindings by name. */
function indexOf(definitions: readonly XmlElement[]): Index {
  const index: Index = new Map();
  for (const root of definitions) {
    const uri = attributeOf(root, 'targetNamespace') ?? '';
    for (const kind of ['message', 'portType', 'binding'])
      for (const node of childrenOf(root, WSDL, kind))
        index.set(`${kind} ${keyOf({ uri, local: attributeOf(node, 'name') ?? '' })}`, node);
  }
  return index;
}

function lookUp(index: Index, kind: string, node: XmlElement, attribute: string): XmlElement {
  const text = attributeOf(node, attribute) ?? '';
  const found = index.get(`${kind} ${keyOf(resolveName(node, text))}`);
  if (!found) throw new Error(`The WSDL refers to the ${kind} ${text.slice(0, 100)}, which it does not have.`);
  return found;
}

interface Offered {
  /** Equal for identical operations of other ports. */
  key: string;
  operation: Omit<Operation, 'name'>;
}

function operationsOf(port: XmlElement, index: Index, wsdlUrl: string): Offered[] {
  const versions = Object.entries(VERSIONS) as [SoapVersion, (typeof VERSIONS)[SoapVersion]][];
  const at = versions.find(([, { binding }]) => childrenOf(port, binding, 'address').length > 0);
  if (!at) return [];
  const [, { binding: uri }] = at;
  const binding = lookUp(index, 'binding', port, 'binding');
  const [how] = childrenOf(binding, uri, 'binding');
  if (!how || !isHttp(attributeOf(how, 'transport'))) return [];
  const portType = lookUp(index, 'portType', binding, 'type');
  const typeKey = keyOf(resolveName(binding, attributeOf(binding, 'type') ?? ''));
  const [address] = childrenOf(port, uri, 'address');
  const endpoint = address ? attributeOf(address, 'location')?.trim() : undefined;
  const taken = new Map<string, number>();
  const declarations = declarationsOf(portType);
  const bindings = childrenOf(binding, WSDL, 'operation').slice(0, MAX_OPERATIONS);
  return bindings.flatMap((bound): Offered[] => {
    const name = attributeOf(bound, 'name') ?? '';
    const [input] = childrenOf(bound, WSDL, 'input');
    const nth = taken.get(name) ?? 0;
    taken.set(name, nth + 1);
    const declared = declaredOf(declarations.get(name) ?? [], input, nth);
    if (!input || !declared) return [];
    const [soapOperation] = childrenOf(bound, uri, 'operation');
    const style = (soapOperation && attributeOf(soapOperation, 'style')) ?? attributeOf(how, 'style') ?? 'document';
    const operation = {
      operation: name,
      description: documentationOf(declared.operation),
      endpoint: endpoint === undefined || endpoint === '' ? wsdlUrl.replace(/[?#].*$/, '') : endpoint,
      version: at[0],
      action: (soapOperation && attributeOf(soapOperation, 'soapAction')) ?? '',
      style: style === 'rpc' ? ('rpc' as const) : ('document' as const),
      ...inputUses(input, uri, lookUp(index, 'message', declared.input, 'message'), index),
    };
    return [{ key: `${typeKey} ${name} ${attributeOf(declared.input, 'name') ?? ''} ${nth}`, operation }];
  });
}

const isHttp = (transport: string | undefined): boolean =>
  transport === undefined ||
  transport === SOAP_HTTP ||
  transport.startsWith('http://www.w3.org/2003/05/soap/bindings/HTTP');

/** An operation of a port type with its input. */
interface Declared {
  operation: XmlElement;
  input: XmlElement;
}

function declarationsOf(portType: XmlElement): Map<string, Declared[]> {
  const found = new Map<string, Declared[]>();
  for (const operation of childrenOf(portType, WSDL, 'operation').slice(0, MAX_OPERATIONS)) {
    const name = attributeOf(operation, 'name') ?? '';
    const all = found.get(name) ?? [];
    found.set(name, all);
    for (const input of childrenOf(operation, WSDL, 'input')) all.push({ operation, input });
  }
  return found;
}

/** Finds the bound operation; overloads are matched by input name, else by order. */
function declaredOf(all: readonly Declared[], bound: XmlElement | undefined, nth: number): Declared | undefined {
  const name = bound && attributeOf(bound, 'name');
  const inTurn = all[nth] ?? all[0];
  if (name === undefined || (inTurn && attributeOf(inTurn.input, 'name') === name)) return inTurn;
  return all.find(({ input }) => attributeOf(input, 'name') === name) ?? inTurn;
}

/** Reads body and headers of the input; parts sent as headers are not in the body. */
function inputUses(
  input: XmlElement,
  uri: string,
  message: XmlElement,
  index: Index,
): Pick<Operation, 'body' | 'headers'> {
  const [body] = [
    ...childrenOf(input, uri, 'body'),
    ...childrenOf(input, MIME, 'multipartRelated')
      .flatMap((related) => childrenOf(related, MIME, 'part'))
      .flatMap((part) => childrenOf(part, uri, 'body')),
  ];
  const parts = partsOf(message);
  const headers = childrenOf(input, uri, 'header').map((header) => {
    const other = attributeOf(header, 'message');
    const from = other === undefined ? message : lookUp(index, 'message', header, 'message');
    const wanted = attributeOf(header, 'part');
    return {
      ...partUse(
        header,
        partsOf(from).filter((part) => part.name === wanted),
      ),
      isOfMessage: from === message,
    };
  });
  const apart = new Set(headers.flatMap((header) => (header.isOfMessage ? header.parts.map((part) => part.name) : [])));
  const listed =
    body &&
    attributeOf(body, 'parts')
      ?.split(/\s+/)
      .filter((name) => name !== '');
  const inBody = parts.filter(({ name }) => (listed ? listed.includes(name) : !apart.has(name)));
  return { body: partUse(body, inBody), headers };
}

const partUse = (node: XmlElement | undefined, parts: Part[]): Use => ({
  parts,
  encoded: node !== undefined && attributeOf(node, 'use') === 'encoded',
  namespace: (node && attributeOf(node, 'namespace')) ?? '',
});

function partsOf(message: XmlElement): Part[] {
  return childrenOf(message, WSDL, 'part').map((part) => {
    const [element, type] = [attributeOf(part, 'element'), attributeOf(part, 'type')];
    return {
      name: attributeOf(part, 'name') ?? '',
      element: element === undefined ? null : resolveName(part, element),
      type: type === undefined ? null : resolveName(part, type),
    };
  });
}

const MAX_TEXT_LENGTH = 2_000;
const documentationOf = (node: XmlElement): string =>
  childrenOf(node, WSDL, 'documentation')
    .map((one) => textOf(one).trim().replaceAll(/\s+/g, ' '))
    .join(' ')
    .slice(0, MAX_TEXT_LENGTH);
