import { attributeOf, childrenOf, type XmlName } from '../xml/read-xml.ts';
import { descriptionOf } from '../wsdl/complex-types.ts';
import { ENCODING, WSDL, XML, XSD } from '../wsdl/namespaces.ts';
import type { Component, SchemaSet } from '../wsdl/schema-set.ts';
import { builtIn, readSimple, simpleOf } from '../wsdl/simple-types.ts';
import { credentialOf, isSecret, labelOf } from './names.ts';
import type { CredentialKind, PlanField, Simple } from './plan.ts';

interface FieldFacts {
  name: string;
  path: string;
  description: string;
  simple: Simple;
  required: boolean;
  /** Declaration with defaults and fixed values. */
  declared: Component | null;
  /** Credentials that may be filled in here. */
  credentials: ReadonlySet<CredentialKind>;
}

export function fieldOf({ name, path, description, simple, required, declared, credentials }: FieldFacts): PlanField {
  const kind = credentialOf(name);
  const credential = kind !== null && credentials.has(kind) ? kind : null;
  const fixed = (declared && attributeOf(declared.node, 'fixed')) ?? null;
  return {
    path,
    label: labelOf(name),
    description,
    simple,
    required,
    initial: fixed ?? (declared && attributeOf(declared.node, 'default')) ?? '',
    fixed,
    secret: isSecret(name) || credential === 'password' || credential === 'session',
    credential,
  };
}

/** The attributes of an element, except those of SOAP's encoding, which the writer adds. */
export function compileAttributes(
  { schemas }: { schemas: SchemaSet },
  attributes: readonly Component[],
  { path }: { path: string },
): { name: XmlName; field: PlanField }[] {
  return attributes.flatMap((attribute) => {
    const use = attributeOf(attribute.node, 'use');
    const ref = schemas.nameIn(attribute, 'ref');
    if (use === 'prohibited' || ref?.uri === ENCODING || ref?.uri === WSDL) return [];
    // xml:lang and similar attributes have no declaration.
    const declared = ref && schemas.has('attribute', ref) ? schemas.find('attribute', ref) : attribute;
    const name = ref ?? attributeName(attribute);
    const field = fieldOf({
      name: name.local,
      path: `${path}/@${name.local}`,
      description: descriptionOf(attribute) || descriptionOf(declared),
      simple: name.uri === XML && name.local === 'lang' ? builtIn('language') : simpleIn(schemas, declared),
      required: use === 'required',
      declared: (attributeOf(attribute.node, 'fixed') ?? attributeOf(attribute.node, 'default')) ? attribute : declared,
      credentials: new Set(),
    });
    return [{ name, field }];
  });
}

function simpleIn(schemas: SchemaSet, attribute: Component): Simple {
  const type = schemas.nameIn(attribute, 'type');
  if (type) return simpleOf(schemas, type);
  const [inner] = childrenOf(attribute.node, XSD, 'simpleType');
  return inner ? readSimple(schemas, { ...attribute, node: inner }) : builtIn('string');
}

function attributeName({ node, schema }: Component): XmlName {
  const form = attributeOf(node, 'form') ?? (schema.attributesQualified ? 'qualified' : 'unqualified');
  return { uri: form === 'qualified' ? schema.target : '', local: attributeOf(node, 'name') ?? '' };
}
