import type { XmlName } from '../xml/read-xml.ts';

/** What limits the values of a simple type. */
export interface Simple {
  /** Its type of XML Schema, e.g. `dateTime`. */
  builtIn: string;
  /** The values it takes, when they are listed. */
  options: string[] | null;
  /** Several values of it, separated by spaces. */
  isList: boolean;
  /** Facets by their names: `maxLength`, `minInclusive`, `pattern`, ... */
  facets: Readonly<Record<string, string>>;
}

/** Which of the tenant's credentials a value is. */
export type CredentialKind = 'username' | 'password' | 'session';

/** A value that somebody gives: of an attribute, or the text of an element. */
export interface PlanField {
  /** The name of its field; each `[]` is the number of a repetition. */
  path: string;
  label: string;
  description: string;
  simple: Simple;
  required: boolean;
  /** What it is before anybody types. */
  initial: string;
  fixed: string | null;
  secret: boolean;
  /** It is filled in from what is stored when it is left empty. */
  credential: CredentialKind | null;
}

/** An element as often as it may come. */
export interface PlanElement {
  kind: 'element';
  path: string;
  label: string;
  description: string;
  name: XmlName;
  min: number;
  /** Null: without an end. */
  max: number | null;
  nillable: boolean;
  /** Written as its xsi:type: of a derived type, and of everything in rpc/encoded. */
  type: XmlName | null;
  /** The type of the items, when it is an array of SOAP's own encoding. */
  arrayOf: XmlName | null;
  /** The text of the element. */
  field: PlanField | null;
  /** Of an element without anything inside: a box that says whether it is there. */
  mark: PlanField | null;
  attributes: { name: XmlName; field: PlanField }[];
  children: PlanNode[];
}

/** Several nodes together, or one of them. */
export interface PlanGroup {
  kind: 'sequence' | 'choice';
  path: string;
  label: string;
  min: number;
  max: number | null;
  children: PlanNode[];
}

/** A place for any XML. */
export interface PlanAny {
  kind: 'any';
  path: string;
  min: number;
  max: number | null;
  field: PlanField;
}

export type PlanNode = PlanElement | PlanGroup | PlanAny;

/** All that a method sends. */
export interface Plan {
  headers: PlanElement[];
  /** The wrapper of rpc style; null: the nodes stand in the body themselves. */
  wrapper: XmlName | null;
  encoded: boolean;
  body: PlanNode[];
}

/** True for what can come more than once. */
export const isRepeated = ({ max }: { max: number | null }): boolean => max === null || max > 1;
