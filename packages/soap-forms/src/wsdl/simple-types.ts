import type { Simple } from '../message/plan.ts';
import { attributeOf, childrenOf, type XmlName } from '../xml/read-xml.ts';
import { ENCODING, XSD } from './namespaces.ts';
import { createCache, type Component, type SchemaSet } from './schema-set.ts';

const MAX_DEPTH = 20;
const MAX_OPTIONS = 1_000;
const MAX_OPTION_LENGTH = 500;
const MAX_MEMBERS = 50;

export const builtIn = (name: string): Simple => ({ builtIn: name, options: null, isList: false, facets: {} });

/** True for a built-in type of XML Schema or SOAP's encoding. */
export const isBuiltIn = ({ uri, local }: XmlName): boolean => uri === XSD || (uri === ENCODING && local !== 'Array');

/** Looks up a simple type by name. @throws an Error when there is none */
export function simpleOf(schemas: SchemaSet, name: XmlName, depth = 0): Simple {
  if (isBuiltIn(name)) return builtIn(name.local === 'base64' ? 'base64Binary' : name.local);
  return readSimple(schemas, schemas.find('type', name), depth + 1);
}

/** Keeps repeated references cheap. */
const cached = createCache<Simple>();

export const readSimple = (schemas: SchemaSet, type: Component, depth = 0): Simple =>
  cached(type, () => readUncached(schemas, type, depth));

function readUncached(schemas: SchemaSet, type: Component, depth: number): Simple {
  if (depth > MAX_DEPTH) throw new Error('The types of the WSDL have a circular reference.');
  const [restriction] = childrenOf(type.node, XSD, 'restriction');
  if (restriction) return restrict(schemas, { ...type, node: restriction }, depth);
  const [list] = childrenOf(type.node, XSD, 'list');
  if (list) return listOf(typeIn(schemas, { ...type, node: list }, 'itemType', depth));
  const [union] = childrenOf(type.node, XSD, 'union');
  return union ? unite(schemas, { ...type, node: union }, depth) : builtIn('string');
}

/** Values with spaces cannot be items of a list. */
const listOf = ({ builtIn: name, options }: Simple): Simple => ({
  builtIn: name,
  options: options?.filter((option) => /^\S+$/.test(option)) ?? null,
  isList: true,
  facets: {},
});

/** The distinct values that a form offers; null for too many or too long ones, which the service checks. */
const offered = (options: readonly string[]): string[] | null =>
  options.length <= MAX_OPTIONS && options.every((option) => option.length <= MAX_OPTION_LENGTH)
    ? [...new Set(options)]
    : null;

/** Applies a restriction with its facets to a simple type. */
export function restrict(schemas: SchemaSet, restriction: Component, depth: number, base?: Simple): Simple {
  const from = base ?? typeIn(schemas, restriction, 'base', depth);
  const facets: Record<string, string> = { ...from.facets };
  const [options, patterns]: [string[], string[]] = [[], []];
  for (const facet of childrenOf(restriction.node, XSD)) {
    const value = attributeOf(facet, 'value');
    if (value === undefined) continue;
    if (facet.local === 'enumeration') options.push(value);
    else if (facet.local === 'pattern') patterns.push(value);
    else facets[facet.local] = value;
  }
  // A value must match any one of several patterns.
  if (patterns.length > 0) facets['pattern'] = patterns.join('|');
  if (options.length === 0) return { ...from, facets };
  const offers = offered(options);
  // An enumeration of a list is of whole lists.
  if (from.isList && offers) return { builtIn: from.builtIn, options: offers, isList: false, facets: {} };
  return { ...from, facets, options: offers };
}

/** The type named by an attribute, or the nested one. */
function typeIn(schemas: SchemaSet, component: Component, attribute: string, depth: number): Simple {
  const name = schemas.nameIn(component, attribute);
  if (name) return simpleOf(schemas, name, depth + 1);
  const [inner] = childrenOf(component.node, XSD, 'simpleType');
  return inner ? readSimple(schemas, { ...component, node: inner }, depth + 1) : builtIn('string');
}

/** Combines member types: a choice if all are enumerated, else text. */
function unite(schemas: SchemaSet, union: Component, depth: number): Simple {
  const names = (attributeOf(union.node, 'memberTypes') ?? '')
    .split(/\s+/)
    .filter((name) => name !== '')
    .slice(0, MAX_MEMBERS);
  const named = names.map((text) => {
    const attributes = [{ uri: '', local: 'type', value: text }];
    const name = schemas.nameIn({ ...union, node: { ...union.node, attributes } }, 'type');
    return name ? simpleOf(schemas, name, depth + 1) : builtIn('string');
  });
  const inner = childrenOf(union.node, XSD, 'simpleType').map((node) =>
    readSimple(schemas, { ...union, node }, depth + 1),
  );
  const members = [...named, ...inner];
  const listed = members.every(({ options, isList }) => options !== null && !isList);
  return { ...builtIn('string'), options: listed ? offered(members.flatMap(({ options }) => options ?? [])) : null };
}
