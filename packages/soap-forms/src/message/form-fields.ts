import { MASKED, type FormField, type FormGroup } from '../fields.ts';
import { unitOf } from './check-value.ts';
import {
  fieldsOf,
  isRepeated,
  type Plan,
  type PlanElement,
  type PlanField,
  type PlanNode,
  type Simple,
} from './plan.ts';
import type { Credentials } from './typed-values.ts';

/** Context of a plan node. */
interface Around {
  groups: FormGroup[];
  choice: string | null;
}

/** The fields of a method's form, in message order. */
export function formFields(plan: Plan, credentials: Credentials): FormField[] {
  const top: Around = { groups: [], choice: null };
  const [only, ...more] = plan.body;
  const stored = new Set(Object.keys(credentials));
  const show = (node: PlanNode, around: Around): FormField[] => elementsOf(node, around, stored);
  const body =
    more.length === 0 && only?.kind === 'element' && only.children.length > 0
      ? within(only, top, stored)
      : plan.body.flatMap((node) => show(node, top));
  return [...plan.headers.flatMap((node) => show(node, top)), ...body];
}

const repeatsOf = (node: { min: number; max: number | null }): FormField['repeats'] =>
  isRepeated(node) ? { min: node.min, max: node.max } : null;

function elementsOf(node: PlanNode, around: Around, stored: ReadonlySet<string>): FormField[] {
  const { groups, choice } = around;
  if (node.kind === 'any') return [shown(node.field, { ...around, node, stored })];
  if (node.kind === 'element' && node.children.length === 0 && node.attributes.length === 0)
    return leafOf(node, around, stored);
  const group: FormGroup = {
    path: node.path,
    label: node.label,
    description:
      node.kind === 'element' ? node.description : node.kind === 'choice' ? `Fill in one of: ${node.label}.` : '',
    required: node.min > 0 && choice === null && !(node.kind === 'element' && node.nillable),
    repeats: repeatsOf(node),
    choice,
  };
  return within(node, { groups: [...groups, group], choice: null }, stored);
}

function leafOf(node: PlanElement, around: Around, stored: ReadonlySet<string>): FormField[] {
  if (node.field) return [shown(node.field, { ...around, node, stored })];
  // A required one needs no checkbox.
  const isOpen = node.min === 0 || around.choice !== null;
  return node.mark && isOpen ? [shown(node.mark, { ...around, node, stored })] : [];
}

/** Fields within an element or a group. */
function within(node: Exclude<PlanNode, { kind: 'any' }>, around: Around, stored: ReadonlySet<string>): FormField[] {
  const fields = node.kind === 'element' ? fieldsOf(node) : [];
  const inside: Around = { groups: around.groups, choice: node.kind === 'choice' ? node.path : null };
  return [
    ...fields.map((field) => shown(field, { ...inside, node: { min: 1, max: 1 }, stored })),
    ...node.children.flatMap((child) => elementsOf(child, inside, stored)),
  ];
}

interface Shown extends Around {
  node: { min: number; max: number | null };
  /** Available credentials. */
  stored: ReadonlySet<string>;
}

function shown(field: PlanField, { node, groups, choice, stored }: Shown): FormField {
  const isFilledIn = field.credential !== null && stored.has(field.credential);
  const { simple } = field;
  return {
    type: inputOf(field),
    label: field.label,
    description: [field.description, limitsOf(simple), isFilledIn ? `If empty, the tenant's own: ${MASKED}.` : '']
      .filter((part) => part !== '')
      .join(' '),
    name: field.path,
    required: field.required && choice === null && !isFilledIn,
    options: field.fixed === null ? simple.options : [field.fixed],
    several: field.fixed === null && simple.isList && simple.options !== null,
    value: field.initial,
    fixed: field.fixed !== null,
    secret: field.secret,
    kind: simple.builtIn,
    repeats: repeatsOf(node),
    choice,
    groups,
  };
}

const LONG = 200;
const LONG_NAMES = /note|comment|description|message|body|remark|text|html|xml|content/i;

function inputOf({ simple, label }: PlanField): FormField['type'] {
  if (simple.options || simple.isList) return 'text';
  if (simple.builtIn === 'boolean') return 'boolean';
  if (simple.builtIn === 'date' || simple.builtIn === 'dateTime') return 'date';
  if (['anyXml', 'anyType', 'base64Binary'].includes(simple.builtIn)) return 'textarea';
  const isLong = Number(simple.facets['maxLength']) >= LONG;
  return simple.builtIn === 'string' && (isLong || LONG_NAMES.test(label)) ? 'textarea' : 'text';
}

const WORDS: Readonly<Record<string, string>> = {
  minLength: 'at least % UNIT',
  maxLength: 'at most % UNIT',
  length: '% UNIT',
  minInclusive: 'at least %',
  maxInclusive: 'at most %',
  minExclusive: 'more than %',
  maxExclusive: 'less than %',
  totalDigits: 'at most % digits',
  fractionDigits: 'at most % decimal places',
  pattern: 'matching %',
};
const MAX_FACET_LENGTH = 100;

/** The limits of a type's values, in words. */
function limitsOf(simple: Simple): string {
  const { facets, isList, options } = simple;
  const limits = Object.entries(facets).flatMap(([name, value]) => {
    const words = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
    return words === undefined
      ? []
      : [words.replace('UNIT', unitOf(simple)).replace('%', () => value.slice(0, MAX_FACET_LENGTH))];
  });
  if (isList && !options) limits.unshift('several, separated by spaces');
  const text = limits.join(', ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
