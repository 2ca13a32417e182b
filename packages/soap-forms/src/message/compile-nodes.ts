import { attributeOf, childrenOf, type XmlName } from '../xml/read-xml.ts';
import { descriptionOf, isTrue, typeOf, typeOfElement, type TypeFacts } from '../wsdl/complex-types.ts';
import { ENCODING, XSD } from '../wsdl/namespaces.ts';
import type { Component, SchemaSet } from '../wsdl/schema-set.ts';
import { builtIn } from '../wsdl/simple-types.ts';
import { compileAttributes, fieldOf } from './compile-fields.ts';
import { labelOf } from './names.ts';
import {
  isRepeated,
  type CredentialKind,
  type PlanElement,
  type PlanField,
  type PlanGroup,
  type PlanNode,
  type Simple,
} from './plan.ts';

/** State and limits of a compilation. */
export interface Compile {
  schemas: SchemaSet;
  encoded: boolean;
  /** Maximum depth of optional elements with children. */
  deepest: number;
  /** Maximum nesting of a type within itself. */
  recursion: number;
  /** Remaining budget for the whole plan. */
  left: { nodes: number; visits: number; options: number };
}

/** Position of a node in the message. */
export interface Place {
  path: string;
  /** Names of its siblings. */
  taken: Set<string>;
  /** How often it is written at least: the minimums around it, multiplied. */
  times: number;
  /** Enclosing types. */
  types: readonly unknown[];
  depth: number;
  /** Credentials that may be filled in here. */
  credentials: ReadonlySet<CredentialKind>;
}

interface Occurs {
  min: number;
  max: number | null;
}

export const ONCE: Occurs = { min: 1, max: 1 };

/** Thrown for a required type that contains itself or is too deep. */
export class UnboundedRecursion extends Error {}
/** Thrown for more nodes than a form can have. */
export class TooLarge extends Error {}

const MAX_DEPTH = 40;
/** Maximum depth for filling in credentials: deeper names are ambiguous. */
const CREDENTIALS_DEPTH = 2;
const NONE: ReadonlySet<CredentialKind> = new Set();

/** Compiles a sequence of particles; omits optional ones that recurse infinitely. */
export function compileContent(compile: Compile, particles: readonly Component[], place: Place): PlanNode[] {
  return particles.flatMap((particle) => compileParticle(compile, particle, place));
}

function compileParticle(compile: Compile, particle: Component, place: Place): PlanNode[] {
  const occurs = occursOf(particle);
  visit(compile);
  if (occurs.max === 0) return [];
  return orNothing(occurs, () => {
    switch (particle.node.local) {
      case 'element': {
        const ref = compile.schemas.nameIn(particle, 'ref');
        return compileElement(compile, ref ? compile.schemas.find('element', ref) : particle, place, occurs);
      }
      case 'sequence':
      case 'all':
        return compileSequence(compile, particle, place, occurs);
      case 'choice':
        return compileChoice(compile, particle, place, occurs);
      case 'group': {
        const ref = compile.schemas.nameIn(particle, 'ref');
        if (!ref) return [];
        const group = compile.schemas.find('group', ref);
        count(compile, place.times);
        deeper(compile, place, group.node);
        const inner = { ...place, types: [...place.types, group.node] };
        return childrenOf(group.node, XSD)
          .filter(({ local }) => local !== 'annotation')
          .flatMap((node) => compileGroup(compile, { ...group, node }, inner, occurs));
      }
      case 'any':
        return [anyOf(compile, particle, place, occurs)];
      default:
        return [];
    }
  });
}

function compileGroup(compile: Compile, particle: Component, place: Place, occurs: Occurs): PlanNode[] {
  const of = particle.node.local === 'choice' ? compileChoice : compileSequence;
  return of(compile, particle, place, occurs);
}

/** Returns nothing for an optional particle that recurses infinitely. */
function orNothing<T>({ min }: Occurs, work: () => T[]): T[] {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnboundedRecursion && min === 0) return [];
    throw error;
  }
}

const particlesIn = ({ node, schema }: Component): Component[] =>
  childrenOf(node, XSD).map((child) => ({ node: child, schema }));

function compileSequence(compile: Compile, particle: Component, place: Place, occurs: Occurs): PlanNode[] {
  if (occurs.min === 1 && occurs.max === 1) return compileContent(compile, particlesIn(particle), place);
  const inner = innerPlace(place, '*', occurs);
  const children = compileContent(compile, particlesIn(particle), inner);
  if (children.length === 0) return [];
  return [{ kind: 'sequence', path: inner.path, label: labelsOf(children, ' and '), ...occurs, children }];
}

function compileChoice(compile: Compile, particle: Component, place: Place, occurs: Occurs): PlanNode[] {
  const inner = innerPlace(place, '*', occurs);
  const children = particlesIn(particle).flatMap((one) =>
    one.node.local === 'annotation' ? [] : orNothing({ min: 0, max: 1 }, () => compileAlternative(compile, one, inner)),
  );
  if (children.length === 0) throw new UnboundedRecursion();
  return [{ kind: 'choice', path: inner.path, label: labelsOf(children, ' or '), ...occurs, children }];
}

/** Compiles a sequence within a choice as one alternative with its own place. */
function compileAlternative(compile: Compile, particle: Component, place: Place): PlanNode[] {
  const occurs = occursOf(particle);
  if (!['sequence', 'group'].includes(particle.node.local) || isRepeated(occurs))
    return compileParticle(compile, particle, place);
  const inner = innerPlace(place, '*', occurs);
  const children =
    particle.node.local === 'group'
      ? compileParticle(compile, particle, inner)
      : compileContent(compile, particlesIn(particle), inner);
  return [{ kind: 'sequence', path: inner.path, label: labelsOf(children, ' and '), ...occurs, children }];
}

const LABELS = 3;
function labelsOf(children: readonly PlanNode[], between: string): string {
  const labels = children.slice(0, LABELS).map((node) => (node.kind === 'any' ? node.field.label : node.label));
  return labels.join(between) + (children.length > LABELS ? ' …' : '');
}

/** Compiles a declared element; an abstract one becomes a choice of its substitutes. */
export function compileElement(compile: Compile, element: Component, place: Place, occurs: Occurs): PlanNode[] {
  const name = elementName(element);
  if (isTrue(element, 'abstract')) {
    const others = compile.schemas.substitutes(name).filter((other) => other.node !== element.node);
    return alternatives(compile, place, { occurs, length: others.length, name }, (at, inner) => {
      const other = others[at];
      return other ? compileElement(compile, other, inner, ONCE) : [];
    });
  }
  const facts = typeOfElement(compile.schemas, element);
  if (facts.isAbstract && facts.name) {
    const types = compile.schemas.derived(facts.name).filter(({ type }) => !isTrue(type, 'abstract'));
    return alternatives(compile, place, { occurs, length: types.length, name }, (at, inner) => {
      const type = types[at];
      if (!type) return [];
      const concrete = { ...typeOf(compile.schemas, type.name), isAbstract: false };
      const declaration = { name, facts: concrete, declared: element, segment: `${name.local}~${type.name.local}` };
      const node = elementOf(compile, declaration, inner, ONCE);
      return node ? [{ ...node, label: labelOf(type.name.local), type: type.name }] : [];
    });
  }
  const node = elementOf(compile, { name, facts, declared: element, segment: name.local }, place, occurs);
  return node ? [node] : [];
}

/** Compiles an element declared only by a message part or an array, with a name and a type. */
export function compileTyped(compile: Compile, name: XmlName, type: XmlName, place: Place, occurs = ONCE): PlanElement {
  const facts = typeOf(compile.schemas, type);
  const node = elementOf(compile, { name, facts, declared: null, segment: name.local }, place, occurs);
  if (!node) throw new UnboundedRecursion();
  return node;
}

function alternatives(
  compile: Compile,
  place: Place,
  { occurs, length, name }: { occurs: Occurs; length: number; name: XmlName },
  make: (at: number, inner: Place) => PlanNode[],
): PlanGroup[] {
  const inner: Place = { ...innerPlace(place, '*', occurs), depth: place.depth + 1 };
  visit(compile, length);
  if (inner.depth > MAX_DEPTH) throw new UnboundedRecursion();
  const children = Array.from({ length }).flatMap((_, at) => orNothing({ min: 0, max: 1 }, () => make(at, inner)));
  if (children.length === 0) throw new UnboundedRecursion();
  return [{ kind: 'choice', path: inner.path, label: labelOf(name.local), ...occurs, children }];
}

/** An element's declaration. */
interface Declared {
  name: XmlName;
  facts: TypeFacts;
  declared: Component | null;
  segment: string;
}

function elementOf(
  compile: Compile,
  { name, facts, declared, segment }: Declared,
  place: Place,
  occurs: Occurs,
): PlanElement | null {
  const isComplex = facts.simple === null && (facts.content.length > 0 || facts.arrayOf !== null);
  if (isComplex && occurs.min === 0 && place.depth >= compile.deepest) return null;
  const times = timesIn(place, occurs);
  count(compile, times);
  if (facts.key !== null && isComplex) deeper(compile, place, facts.key);
  const inner: Place = {
    ...innerPlace(place, segment, occurs),
    types: facts.key === null ? place.types : [...place.types, facts.key],
    depth: place.depth + 1,
    credentials: place.depth < CREDENTIALS_DEPTH ? place.credentials : NONE,
  };
  const { path } = inner;
  const description = (declared && descriptionOf(declared)) || facts.description;
  const nillable = declared !== null && isTrue(declared, 'nillable');
  visit(compile, facts.attributes.length * times + (facts.simple?.options?.length ?? 0));
  const attributes = compileAttributes(compile, facts.attributes, inner).map(({ name: of, field }) => ({
    name: of,
    field: { ...field, simple: offered(compile, field.simple) },
  }));
  const hasMore = attributes.length > 0;
  const children = contentOf(compile, facts, inner);
  const about = {
    name: name.local,
    description,
    simple: facts.simple ?? builtIn('string'),
    credentials: inner.credentials,
  };
  return {
    kind: 'element',
    path,
    label: labelOf(name.local),
    description,
    name,
    ...occurs,
    nillable,
    type: compile.encoded ? (facts.arrayOf ? { uri: ENCODING, local: 'Array' } : facts.name) : null,
    arrayOf: compile.encoded ? facts.arrayOf : null,
    field: facts.simple
      ? fieldOf({
          ...about,
          path: hasMore ? `${path}/.` : path,
          declared,
          required: !nillable && (occurs.min > 0 || hasMore),
        })
      : null,
    mark: children.length === 0 && !hasMore && !facts.simple ? markOf({ ...about, path }) : null,
    attributes,
    children,
  };
}

/** A checkbox for the presence of an empty element. */
const markOf = (about: Omit<Parameters<typeof fieldOf>[0], 'declared' | 'required'>): PlanField =>
  fieldOf({ ...about, simple: builtIn('boolean'), declared: null, required: false, credentials: NONE });

function contentOf(compile: Compile, facts: TypeFacts, inner: Place): PlanNode[] {
  if (facts.arrayOf && facts.content.length === 0) {
    const item = { uri: '', local: 'item' };
    return orNothing({ min: 0, max: null }, () => [
      compileTyped(compile, item, facts.arrayOf ?? item, inner, { min: 0, max: null }),
    ]);
  }
  return facts.simple ? [] : compileContent(compile, facts.content, inner);
}

function visit(compile: Compile, times = 1): void {
  compile.left.visits -= times;
  if (compile.left.visits < 0) throw new TooLarge();
}

/** The values of attributes are offered as long as the budget lasts; beyond it, they are typed. */
function offered({ left }: Compile, simple: Simple): Simple {
  const size = simple.options?.length ?? 0;
  if (size > left.options) return { ...simple, options: null };
  left.options -= size;
  return simple;
}

function count(compile: Compile, times: number): void {
  compile.left.nodes -= times;
  if (compile.left.nodes < 0) throw new TooLarge();
}

/** Checks the nesting of a type. */
function deeper(compile: Compile, place: Place, key: unknown): void {
  const times = place.types.filter((type) => type === key).length;
  if (times > compile.recursion || place.types.length > MAX_DEPTH) throw new UnboundedRecursion();
}

function anyOf(compile: Compile, particle: Component, place: Place, occurs: Occurs): PlanNode {
  const { path, times } = innerPlace(place, 'any', occurs);
  count(compile, times);
  const about = {
    name: 'any',
    description: descriptionOf(particle) || 'Any XML element.',
    simple: builtIn('anyXml'),
  };
  const field = fieldOf({ ...about, path, declared: null, required: occurs.min > 0, credentials: NONE });
  return { kind: 'any', path, ...occurs, field };
}

const timesIn = ({ times }: Place, { min }: Occurs): number => times * Math.max(1, min);

function innerPlace(place: Place, name: string, occurs: Occurs): Place {
  let segment = name;
  for (let at = 2; place.taken.has(segment); at += 1) segment = `${name}~${at}`;
  place.taken.add(segment);
  const path = `${place.path}/${segment}${isRepeated(occurs) ? '[]' : ''}`;
  return { ...place, path, taken: new Set(), times: timesIn(place, occurs) };
}

/** Global elements are in the namespace of their schema; local ones only if it is qualified. */
function elementName({ node, schema }: Component): XmlName {
  const local = attributeOf(node, 'name') ?? '';
  const form = attributeOf(node, 'form');
  const isQualified =
    schema.globals.has(node) || (form === undefined ? schema.elementsQualified : form === 'qualified');
  return { uri: isQualified ? schema.target : '', local };
}

function occursOf({ node }: Component): Occurs {
  const [min, max] = [attributeOf(node, 'minOccurs'), attributeOf(node, 'maxOccurs')];
  const number = (text: string | undefined): number =>
    text !== undefined && /^\d{1,6}$/.test(text.trim()) ? Number(text) : 1;
  return { min: number(min), max: max?.trim() === 'unbounded' ? null : number(max) };
}
