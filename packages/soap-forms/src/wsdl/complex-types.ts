import type { Simple } from '../message/plan.ts';
import { attributeOf, childrenOf, keyOf, resolveName, textOf, type XmlElement, type XmlName } from '../xml/read-xml.ts';
import { ENCODING, WSDL, XSD } from './namespaces.ts';
import { createCache, type Component, type SchemaSet } from './schema-set.ts';
import { builtIn, isBuiltIn, readSimple, restrict, simpleOf } from './simple-types.ts';

/** A resolved type, including everything inherited from its bases. */
export interface TypeFacts {
  /** Null for an anonymous type. */
  name: XmlName | null;
  /** Identity for detecting recursion. */
  key: unknown;
  isAbstract: boolean;
  /** Type of its text; null without text. */
  simple: Simple | null;
  attributes: Component[];
  /** Its particles; those of the base come first. */
  content: Component[];
  /** Item type of an array in SOAP encoding; null otherwise. */
  arrayOf: XmlName | null;
  description: string;
}

const MAX_DEPTH = 20;
const PARTICLES = new Set(['sequence', 'choice', 'all', 'group']);
const ANY_TYPE: XmlName = { uri: XSD, local: 'anyType' };

/** The type of an element: from its attribute or its child; anyType when it has neither. */
export function typeOfElement(schemas: SchemaSet, element: Component): TypeFacts {
  const name = schemas.nameIn(element, 'type');
  if (name) return typeOf(schemas, name);
  const [simple] = childrenOf(element.node, XSD, 'simpleType');
  if (simple) return simpleFacts(null, readSimple(schemas, { ...element, node: simple }), '');
  const [complex] = childrenOf(element.node, XSD, 'complexType');
  if (complex) return complexFacts(schemas, { ...element, node: complex }, null, 0);
  const head = schemas.nameIn(element, 'substitutionGroup');
  return head ? typeOfElement(schemas, schemas.find('element', head)) : typeOf(schemas, ANY_TYPE);
}

/** Looks up a type by name. @throws an Error when there is none */
export function typeOf(schemas: SchemaSet, name: XmlName, depth = 0): TypeFacts {
  if (isBuiltIn(name)) return simpleFacts(name, simpleOf(schemas, name), '');
  if (name.uri === ENCODING) return { ...simpleFacts(name, builtIn('anyType'), ''), simple: null, arrayOf: ANY_TYPE };
  const type = schemas.find('type', name);
  if (type.node.local === 'simpleType') return simpleFacts(name, readSimple(schemas, type), descriptionOf(type));
  return complexFacts(schemas, type, name, depth);
}

const simpleFacts = (name: XmlName | null, simple: Simple, description: string): TypeFacts => ({
  name,
  key: null,
  isAbstract: false,
  simple,
  attributes: [],
  content: [],
  arrayOf: null,
  description,
});

const cached = createCache<TypeFacts>();

const complexFacts = (schemas: SchemaSet, type: Component, name: XmlName | null, depth: number): TypeFacts =>
  cached(type, () => readComplex(schemas, type, name, depth));

function readComplex(schemas: SchemaSet, type: Component, name: XmlName | null, depth: number): TypeFacts {
  if (depth > MAX_DEPTH) throw new Error('The types of the WSDL have a circular derivation.');
  const facts: TypeFacts = {
    name,
    key: type.node,
    isAbstract: isTrue(type, 'abstract'),
    simple: null,
    attributes: [],
    content: [],
    arrayOf: null,
    description: descriptionOf(type),
  };
  const [simpleContent] = childrenOf(type.node, XSD, 'simpleContent');
  const [complexContent] = childrenOf(type.node, XSD, 'complexContent');
  const inner = simpleContent ?? complexContent;
  const derivation =
    inner && childrenOf(inner, XSD).find(({ local }) => local === 'extension' || local === 'restriction');
  if (!derivation) {
    const simple = isTrue(type, 'mixed') && particlesOf(type).length === 0 ? builtIn('string') : null;
    return { ...facts, simple, content: particlesOf(type), attributes: attributesOf(schemas, type) };
  }
  const from = { ...type, node: derivation };
  const baseName = schemas.nameIn(from, 'base') ?? ANY_TYPE;
  const isAnything = baseName.uri === XSD && baseName.local === 'anyType';
  const base = isAnything ? null : typeOf(schemas, baseName, depth + 1);
  const declared = attributesOf(schemas, from);
  const isExtension = derivation.local === 'extension';
  const baseSimple = base?.simple ?? null;
  return {
    ...facts,
    simple:
      !simpleContent || isExtension ? baseSimple : restrict(schemas, from, depth, baseSimple ?? builtIn('string')),
    attributes: merged(schemas, base?.attributes ?? [], declared),
    content: isExtension ? [...(base?.content ?? []), ...particlesOf(from)] : particlesOf(from),
    arrayOf: arrayTypeOf(declared) ?? base?.arrayOf ?? null,
  };
}

const particlesOf = ({ node, schema }: Component): Component[] =>
  childrenOf(node, XSD)
    .filter(({ local }) => PARTICLES.has(local))
    .map((particle) => ({ node: particle, schema }));

/** Attributes including those of its groups, each group once. */
function attributesOf(schemas: SchemaSet, owner: Component): Component[] {
  const [all, open, seen]: [Component[], Component[], Set<XmlElement>] = [[], [owner], new Set()];
  for (let from = open.shift(); from; from = open.shift()) {
    if (seen.has(from.node)) continue;
    seen.add(from.node);
    for (const node of childrenOf(from.node, XSD)) {
      const component = { ...from, node };
      if (node.local === 'attribute') all.push(component);
      const group = node.local === 'attributeGroup' ? schemas.nameIn(component, 'ref') : null;
      if (group) open.push(schemas.find('attributeGroup', group));
    }
  }
  return all;
}

/** Merges attributes; those of the derived type override the base. */
function merged(schemas: SchemaSet, base: readonly Component[], declared: readonly Component[]): Component[] {
  const nameOf = (attribute: Component): string => {
    const ref = schemas.nameIn(attribute, 'ref');
    return ref ? keyOf(ref) : (attributeOf(attribute.node, 'name') ?? '');
  };
  const names = new Set(declared.map(nameOf));
  return [...base.filter((attribute) => !names.has(nameOf(attribute))), ...declared];
}

/** `wsdl:arrayType` is on an attribute of the restriction: `tns:Item[]`. */
function arrayTypeOf(attributes: readonly Component[]): XmlName | null {
  for (const { node } of attributes) {
    const text = attributeOf(node, 'arrayType', WSDL);
    if (text !== undefined) return resolveName(node, text.replaceAll(/\[[\d,]*\]/g, ''));
  }
  return null;
}

export const isTrue = ({ node }: Component, attribute: string): boolean =>
  ['true', '1'].includes(attributeOf(node, attribute)?.trim() ?? '');

const MAX_TEXT_LENGTH = 500;
/** Documentation of a component in the schema. */
export const descriptionOf = ({ node }: Component): string =>
  childrenOf(node, XSD, 'annotation')
    .flatMap((annotation) => childrenOf(annotation, XSD, 'documentation'))
    .map((one) => textOf(one).trim().replaceAll(/\s+/g, ' '))
    .join(' ')
    .slice(0, MAX_TEXT_LENGTH);
