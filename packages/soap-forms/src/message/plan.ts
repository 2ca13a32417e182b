import type { XmlName } from '../xml/read-xml.ts';

/** A simple type with the limits of its values. */
export interface Simple {
  /** Type of XML Schema, e.g. `dateTime`. */
  builtIn: string;
  /** Enumerated values; null if any. */
  options: string[] | null;
  /** A list of values separated by spaces. */
  isList: boolean;
  /** Facets by name: `maxLength`, `minInclusive`, `pattern`, ... */
  facets: Readonly<Record<string, string>>;
}

export type CredentialKind = 'username' | 'password' | 'session';

/** An input value: of an attribute, or the text of an element. */
export interface PlanField {
  /** Field name; each `[]` is a placeholder for the index of a repetition. */
  path: string;
  label: string;
  description: string;
  simple: Simple;
  required: boolean;
  /** Initial value. */
  initial: string;
  fixed: string | null;
  secret: boolean;
  /** Filled in from the stored credentials when left empty. */
  credential: CredentialKind | null;
}

/** An element with its number of occurrences. */
export interface PlanElement {
  kind: 'element';
  path: string;
  label: string;
  description: string;
  name: XmlName;
  min: number;
  /** Null: unbounded. */
  max: number | null;
  nillable: boolean;
  /** Written as xsi:type: for derived types, and for everything in rpc/encoded. */
  type: XmlName | null;
  /** Item type of an array in SOAP encoding; null otherwise. */
  arrayOf: XmlName | null;
  /** The text of the element. */
  field: PlanField | null;
  /** Checkbox for the presence of an empty element. */
  mark: PlanField | null;
  attributes: { name: XmlName; field: PlanField }[];
  children: PlanNode[];
}

/** A sequence or a choice of nodes. */
export interface PlanGroup {
  kind: 'sequence' | 'choice';
  path: string;
  label: string;
  min: number;
  max: number | null;
  children: PlanNode[];
}

/** A wildcard for any XML. */
interface PlanAny {
  kind: 'any';
  path: string;
  min: number;
  max: number | null;
  field: PlanField;
}

export type PlanNode = PlanElement | PlanGroup | PlanAny;

/** The structure of a method's message. */
export interface Plan {
  headers: PlanElement[];
  /** Wrapper element of rpc style; null: the nodes are direct children of the body. */
  wrapper: XmlName | null;
  encoded: boolean;
  body: PlanNode[];
}

export const isRepeated = ({ max }: { max: number | null }): boolean => max === null || max > 1;

/** The values of an element itself: its attributes and its text. */
export const fieldsOf = ({ field, attributes }: PlanElement): PlanField[] => [
  ...attributes.map((attribute) => attribute.field),
  ...(field ? [field] : []),
];
