import { attributeOf, childrenOf, keyOf, resolveName, type XmlElement, type XmlName } from '../xml/read-xml.ts';
import { XSD } from './namespaces.ts';

/** A schema of the set with its naming rules. */
interface Schema {
  target: string;
  /** Chameleon include: takes the namespace of the including schema, also for names without a prefix. */
  isPart: boolean;
  /** Global declarations. */
  globals: ReadonlySet<XmlElement>;
  elementsQualified: boolean;
  attributesQualified: boolean;
}

/** A declaration or definition with its schema. */
export interface Component {
  node: XmlElement;
  schema: Schema;
}

/** Caches by node and schema: a file without a namespace belongs to each schema that includes it. */
export function createCache<T>(): (component: Component, read: () => T) => T {
  const bySchema = new WeakMap<Schema, Map<XmlElement, T>>();
  return ({ node, schema }, read) => {
    const byNode = bySchema.get(schema) ?? new Map<XmlElement, T>();
    bySchema.set(schema, byNode);
    const value = byNode.get(node) ?? read();
    byNode.set(node, value);
    return value;
  };
}

type Kind = 'element' | 'attribute' | 'type' | 'group' | 'attributeGroup';

const KINDS: Readonly<Record<string, Kind>> = {
  element: 'element',
  attribute: 'attribute',
  simpleType: 'type',
  complexType: 'type',
  group: 'group',
  attributeGroup: 'attributeGroup',
};

/** All schemas of an API, indexed by declared name. */
export interface SchemaSet {
  /** @param target namespace of the including schema, used if it has none itself */
  add(node: XmlElement, target?: string): void;
  /** @throws an Error when no schema declares it; lists the files that could not be read */
  find(kind: Kind, name: XmlName): Component;
  has(kind: Kind, name: XmlName): boolean;
  /** Resolves the name in an attribute of a node. */
  nameIn(component: Component, attribute: string): XmlName | null;
  /** Elements that can substitute for another one. */
  substitutes(name: XmlName): Component[];
  /** Types derived from another one, directly or indirectly. */
  derived(name: XmlName): { name: XmlName; type: Component }[];
  /** Records a file that could not be read. */
  miss(problem: string): void;
}

export function createSchemaSet(): SchemaSet {
  const found = new Map<string, Component>();
  const heads = new Map<string, Component[]>();
  const bases = new Map<string, { name: XmlName; type: Component }[]>();
  const missing: string[] = [];
  const nameIn = ({ node, schema }: Component, attribute: string): XmlName | null => {
    const text = attributeOf(node, attribute);
    if (text === undefined) return null;
    const name = resolveName(node, text);
    return name.uri === '' && schema.isPart ? { uri: schema.target, local: name.local } : name;
  };
  const notes = { heads, bases };
  return {
    add(node, target = '') {
      const schema: Schema = {
        target: attributeOf(node, 'targetNamespace') ?? target,
        isPart: attributeOf(node, 'targetNamespace') === undefined,
        globals: new Set(childrenOf(node, XSD)),
        elementsQualified: attributeOf(node, 'elementFormDefault') === 'qualified',
        attributesQualified: attributeOf(node, 'attributeFormDefault') === 'qualified',
      };
      for (const child of childrenOf(node, XSD)) {
        const kind = KINDS[child.local];
        const local = attributeOf(child, 'name');
        if (kind === undefined || local === undefined) continue;
        const name = { uri: schema.target, local };
        const key = `${kind} ${keyOf(name)}`;
        if (found.has(key)) continue;
        const component = { node: child, schema };
        found.set(key, component);
        noteOrigin(notes, { name, component }, nameIn);
      }
    },
    find(kind, name) {
      const component = found.get(`${kind} ${keyOf(name)}`);
      if (component) return component;
      const why = missing.length > 0 ? ` ${missing.slice(0, 3).join(' ')}` : '';
      throw new Error(`The WSDL refers to the ${kind} ${name.local} of "${name.uri}", which it does not have.${why}`);
    },
    has: (kind, name) => found.has(`${kind} ${keyOf(name)}`),
    nameIn,
    substitutes: (name) => heads.get(keyOf(name)) ?? [],
    derived(name) {
      const all: { name: XmlName; type: Component }[] = [];
      const open = [name];
      const seen = new Set<string>();
      for (let base = open.pop(); base; base = open.pop()) {
        for (const one of bases.get(keyOf(base)) ?? []) {
          if (seen.has(keyOf(one.name))) continue;
          seen.add(keyOf(one.name));
          all.push(one);
          open.push(one.name);
        }
      }
      return all;
    },
    miss: (problem) => void missing.push(problem),
  };
}

interface Notes {
  heads: Map<string, Component[]>;
  bases: Map<string, { name: XmlName; type: Component }[]>;
}

/** Indexes what a new component substitutes or derives from. */
function noteOrigin(
  { heads, bases }: Notes,
  { name, component }: { name: XmlName; component: Component },
  nameIn: SchemaSet['nameIn'],
): void {
  const head = component.node.local === 'element' ? nameIn(component, 'substitutionGroup') : null;
  if (head) listed(heads, head).push(component);
  if (component.node.local !== 'complexType') return;
  for (const content of childrenOf(component.node, XSD)) {
    for (const derivation of childrenOf(content, XSD)) {
      const base = nameIn({ ...component, node: derivation }, 'base');
      if (base) listed(bases, base).push({ name, type: component });
    }
  }
}

function listed<T>(lists: Map<string, T[]>, name: XmlName): T[] {
  const known = lists.get(keyOf(name)) ?? [];
  lists.set(keyOf(name), known);
  return known;
}
