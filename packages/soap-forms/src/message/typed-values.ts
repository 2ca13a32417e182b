import { fieldName } from '../fields.ts';
import { fieldsOf, isRepeated, type CredentialKind, type PlanField, type PlanNode } from './plan.ts';

/** Degrees of presence of a message part; an unticked required checkbox is weak, because it always has a value. */
export const ABSENT = 0;
const WEAK = 1;
export const PRESENT = 2;
type Presence = typeof ABSENT | typeof WEAK | typeof PRESENT;

/** Stored credentials of the tenant; missing ones are not filled in. */
export type Credentials = Partial<Record<CredentialKind, string>>;

/** Typed values by field name. */
export interface TypedValues {
  /** Value of a field; undefined when it was not sent. */
  of(field: PlanField, at: readonly number[]): { text: string; stored: boolean } | undefined;
  presence(node: PlanNode, at: readonly number[]): Presence;
  /** Indices of a node's repetitions that have values. */
  repetitions(node: PlanNode, at: readonly number[]): number[];
  /** Names with a value that no field has read. */
  unread(): string[];
}

/** Combines typed values with filled-in credentials. */
export function createTypedValues(values: ReadonlyMap<string, string>, credentials: Credentials): TypedValues {
  const numbers = numbersOf(values.keys());
  const read = new Set<string>();
  const of: TypedValues['of'] = (field, at) => {
    const name = fieldName(field.path, at);
    read.add(name);
    const typed = values.get(name);
    const stored = field.credential === null ? undefined : credentials[field.credential];
    if ((typed === undefined || typed === '') && stored !== undefined) return { text: stored, stored: true };
    return typed === undefined ? undefined : { text: typed, stored: false };
  };
  const ofField = (field: PlanField, at: readonly number[]): Presence => {
    const value = of(field, at);
    if (value === undefined || value.text === '' || field.fixed !== null) return ABSENT;
    return value.text === 'false' && field.required && field.simple.builtIn === 'boolean' ? WEAK : PRESENT;
  };
  const strongest = (found: Presence[]): Presence => found.reduce((most, one) => (one > most ? one : most), ABSENT);
  const once = (node: PlanNode, at: readonly number[]): Presence => {
    if (node.kind === 'any') return ofField(node.field, at);
    if (node.kind === 'element' && node.mark)
      return ['true', '1'].includes(of(node.mark, at)?.text ?? '') ? PRESENT : ABSENT;
    const fields = node.kind === 'element' ? fieldsOf(node) : [];
    const found = fields.map((field) => ofField(field, at));
    return strongest([...found, ...node.children.map((child) => presence(child, at))]);
  };
  const numbered = (node: PlanNode, at: readonly number[]): number[] => [
    ...(numbers.get(fieldName(node.path.slice(0, -2), at)) ?? []),
  ];
  const repetitions: TypedValues['repetitions'] = (node, at) =>
    numbered(node, at)
      .filter((number) => once(node, [...at, number]) !== ABSENT)
      .toSorted((one, other) => one - other);
  const presence: TypedValues['presence'] = (node, at) => {
    if (!isRepeated(node)) return once(node, at);
    // Of each part once: twice would double the work with each level of repetitions.
    return strongest(numbered(node, at).map((number) => once(node, [...at, number])));
  };
  const unread = (): string[] => [...values].flatMap(([name, value]) => (value === '' || read.has(name) ? [] : [name]));
  return { of, presence, repetitions, unread };
}

/** Indices in brackets by the prefix of the name. */
function numbersOf(names: Iterable<string>): Map<string, Set<number>> {
  const numbers = new Map<string, Set<number>>();
  for (const name of names) {
    for (const { 1: number = '', index } of name.matchAll(/\[(\d{1,6})\]/g)) {
      const before = name.slice(0, index);
      const known = numbers.get(before) ?? new Set();
      numbers.set(before, known.add(Number(number)));
    }
  }
  return numbers;
}
