import { fieldName, FormError } from '../fields.ts';
import { ENCODING, VERSIONS, XSI, type SoapVersion } from '../wsdl/namespaces.ts';
import { readXml, type XmlElement } from '../xml/read-xml.ts';
import type { OutElement, OutText } from '../xml/write-xml.ts';
import { readValue } from './check-value.ts';
import { isRepeated, type Plan, type PlanElement, type PlanField, type PlanGroup, type PlanNode } from './plan.ts';
import { ABSENT, createTypedValues, PRESENT, type Credentials, type TypedValues } from './typed-values.ts';

export interface Message {
  envelope: OutElement;
  /** Values to mask: typed passwords and filled-in credentials. */
  secrets: string[];
}

interface Build {
  typed: TypedValues;
  /** By field name, which may be any text. */
  faults: Map<string, string>;
  secrets: Set<string>;
}

type At = readonly number[];

/**
 * Builds the envelope of a method from the typed values.
 * @throws FormError with a message per invalid field
 */
export function buildMessage(
  plan: Plan,
  version: SoapVersion,
  values: ReadonlyMap<string, string>,
  credentials: Credentials,
): Message {
  const build: Build = { typed: createTypedValues(values, credentials), faults: new Map(), secrets: new Set() };
  const uri = VERSIONS[version].envelope;
  const element = (local: string, children: OutElement[]): OutElement => ({ uri, local, attributes: [], children });
  const isElement = (node: OutElement | OutText): node is OutElement => 'local' in node;
  const headers = plan.headers.flatMap((header) => writeNode(build, header, [])).filter(isElement);
  const inner = plan.body.flatMap((node) => writeNode(build, node, [])).filter(isElement);
  const wrapper = plan.wrapper && {
    ...plan.wrapper,
    attributes: plan.encoded ? [{ uri, local: 'encodingStyle', value: { text: ENCODING } }] : [],
    children: inner,
  };
  const body = element('Body', wrapper ? [wrapper] : inner);
  for (const name of build.typed.unread())
    if (!build.faults.has(name))
      build.faults.set(name, 'is not a field of this method, or conflicts with other fields');
  if (build.faults.size > 0) throw new FormError(Object.fromEntries(build.faults));
  return {
    envelope: element('Envelope', [...(headers.length > 0 ? [element('Header', headers)] : []), body]),
    secrets: [...build.secrets],
  };
}

/** Writes all given repetitions of a node; records faults for missing parts. */
function writeNode(build: Build, node: PlanNode, at: At): (OutElement | OutText)[] {
  if (!isRepeated(node)) {
    const isGiven = node.min > 0 || build.typed.presence(node, at) === PRESENT;
    return isGiven ? writeOnce(build, node, at) : [];
  }
  const numbers = build.typed.repetitions(node, at);
  const tooMany = node.max === null ? undefined : numbers[node.max];
  if (tooMany !== undefined)
    build.faults.set(fieldName(node.path, [...at, tooMany]), `can occur at most ${node.max} times`);
  const all = new Set(numbers);
  for (let number = 0; all.size < node.min; number += 1) all.add(number);
  return [...all].flatMap((number) => writeOnce(build, node, [...at, number]));
}

function writeOnce(build: Build, node: PlanNode, at: At): (OutElement | OutText)[] {
  switch (node.kind) {
    case 'element':
      return [writeElement(build, node, at)];
    case 'sequence':
      return node.children.flatMap((child) => writeNode(build, child, at));
    case 'choice':
      return writeChoice(build, node, at);
    case 'any':
      return writeAny(build, node.field, at);
  }
}

/** Writes the alternative with values, or else the first that needs none. */
function writeChoice(build: Build, node: PlanGroup, at: At): (OutElement | OutText)[] {
  const given = node.children.map((child) => ({ child, presence: build.typed.presence(child, at) }));
  const most = given.reduce<number>((found, { presence }) => Math.max(found, presence), ABSENT);
  const chosen = most === ABSENT ? [] : given.filter(({ presence }) => presence === most);
  const [first, second] = chosen;
  if (second) {
    build.faults.set(fieldName(node.path, at), `Fill in only one of: ${node.label}.`);
    return [];
  }
  if (first) return isRepeated(first.child) ? writeNode(build, first.child, at) : writeOnce(build, first.child, at);
  for (const child of node.children) {
    const attempt: Build = { ...build, faults: new Map() };
    const written = writeNode(attempt, child, at);
    if (attempt.faults.size === 0) return written;
  }
  build.faults.set(fieldName(node.path, at), `Fill in one of: ${node.label}.`);
  return [];
}

const NIL = { uri: XSI, local: 'nil', value: { text: 'true' } };

function writeElement(build: Build, node: PlanElement, at: At): OutElement {
  const attributes: OutElement['attributes'] = [];
  if (node.type) attributes.push({ uri: XSI, local: 'type', value: { name: node.type } });
  for (const { name, field } of node.attributes) {
    const value = writeValue(build, field, at);
    if (value && (field.required || value.text !== '')) attributes.push({ ...name, value });
  }
  const isNil =
    node.nillable &&
    node.children.every((child) => build.typed.presence(child, at) !== PRESENT) &&
    isEmpty(build, node, at);
  if (isNil) return { ...node.name, attributes: [...attributes, NIL], children: [] };
  const text = node.field ? writeValue(build, node.field, at) : null;
  const children = node.children.flatMap((child) => writeNode(build, child, at));
  if (node.arrayOf) {
    const value = { name: node.arrayOf, after: `[${children.length}]` };
    attributes.push({ uri: ENCODING, local: 'arrayType', value });
  }
  return { ...node.name, attributes, children: text && text.text !== '' ? [text, ...children] : children };
}

function isEmpty({ typed }: Build, { field }: PlanElement, at: At): boolean {
  if (!field) return true;
  return field.fixed === null && (typed.of(field, at)?.text ?? '') === '';
}

/** The value of a field; null when omitted or invalid. */
function writeValue(build: Build, field: PlanField, at: At): { text: string; secret: boolean } | null {
  const given = build.typed.of(field, at);
  const text = field.fixed !== null && (field.required || given?.text) ? field.fixed : given?.text;
  const name = fieldName(field.path, at);
  if (text === undefined || (text === '' && !field.required)) {
    if (!field.required) return null;
    if (field.initial !== '') return { text: field.initial, secret: field.secret };
    build.faults.set(name, 'is required');
    return null;
  }
  const read = readValue(field.simple, text);
  if ('fault' in read) {
    build.faults.set(name, text === '' ? 'is required' : read.fault);
    return null;
  }
  const secret = field.secret || given?.stored === true;
  // A reply may repeat it as typed or as sent.
  if (secret) for (const form of [text, read.value]) if (form !== '') build.secrets.add(form);
  return { text: read.value, secret };
}

/** XML as typed; only its elements, attributes, text and namespace declarations are sent. */
function writeAny(build: Build, field: PlanField, at: At): OutElement[] {
  const text = build.typed.of(field, at)?.text ?? '';
  const name = fieldName(field.path, at);
  if (text.trim() === '') {
    build.faults.set(name, 'is required');
    return [];
  }
  try {
    return [copyOf(readXml(text))];
  } catch (error) {
    build.faults.set(name, `must be a single XML element. ${(error as Error).message}`);
    return [];
  }
}

const copyOf = ({ uri, local, scope, attributes, children }: XmlElement): OutElement => ({
  uri,
  local,
  scope,
  attributes: attributes.map((one) => ({ uri: one.uri, local: one.local, value: { text: one.value } })),
  children: children.map((child) => (typeof child === 'string' ? { text: child } : copyOf(child))),
});
