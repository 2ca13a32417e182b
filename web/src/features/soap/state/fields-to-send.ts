import { fieldName } from '@mission-control/contract/soap/rules';
import type { SoapElement } from '@mission-control/contract/soap/schema';
import type { FormNode } from './form-tree.ts';
import { chosenOf, repetitionsOf, type MethodForm, type Place } from './method-form.ts';

export interface SentField {
  /** Name in the request, with repetitions counted from 0. */
  name: string;
  /** Name in the form. */
  shown: string;
  value: string;
}

/** Repetition numbers in the form and in the request. */
interface Spot {
  shown: Place;
  sent: Place;
}

/** The fields of the request: those filled in, required or preset, except in an untouched optional group. */
export function fieldsToSend(nodes: readonly FormNode[], form: MethodForm): SentField[] {
  return nodes.flatMap((node) => ofNode(node, form, { shown: [], sent: [] }));
}

function ofNode(node: FormNode, form: MethodForm, spot: Spot): SentField[] {
  if (node.kind === 'field') return ofElement(node.element, form, spot);
  if (node.kind === 'choice') {
    const alternative = node.alternatives[chosenOf(form, node.id, spot.shown)];
    return alternative ? ofNode(alternative, form, spot) : [];
  }
  const { group, inside } = node;
  const within = (at: Spot): SentField[] => inside.flatMap((part) => ofNode(part, form, at));
  if (!group.repeats) return group.required || hasTyped(node, form, spot.shown) ? within(spot) : [];
  const min = minimumOf(group);
  let position = 0;
  return repetitionsOf(form, group.path, spot.shown, group.repeats).flatMap((number) => {
    const shown = [...spot.shown, number];
    const wanted = position < min || inside.some((part) => hasTyped(part, form, shown));
    return wanted ? within({ shown, sent: [...spot.sent, position++] }) : [];
  });
}

/** Required repetitions; none of an untouched alternative. */
const minimumOf = ({ repeats, choice }: Pick<SoapElement, 'repeats' | 'choice'>): number =>
  choice === null ? (repeats?.min ?? 1) : 0;

function ofElement(element: SoapElement, form: MethodForm, spot: Spot): SentField[] {
  const { name, repeats } = element;
  if (!repeats) {
    const shown = fieldName(name, spot.shown);
    const value = valueOf(element, form, shown);
    return value === '' && !element.required ? [] : [{ name: fieldName(name, spot.sent), shown, value }];
  }
  let position = 0;
  return repetitionsOf(form, name, spot.shown, repeats).flatMap((number) => {
    const shown = fieldName(name, [...spot.shown, number]);
    const value = valueOf(element, form, shown);
    if (value === '' && position >= minimumOf(element)) return [];
    return [{ name: fieldName(name, [...spot.sent, position++]), shown, value }];
  });
}

/** Value of a field; an untouched required checkbox is `false`. */
function valueOf({ type, required, fixed, value }: SoapElement, form: MethodForm, shown: string): string {
  const typed = fixed ? value : (form.values[shown] ?? value);
  return typed === '' && type === 'boolean' && required ? 'false' : typed;
}

/** Whether the user filled in any of it; presets do not count. */
function hasTyped(node: FormNode, form: MethodForm, place: Place): boolean {
  const typed = (name: string): boolean => (form.values[name] ?? '') !== '';
  if (node.kind === 'field') {
    const { name, repeats, fixed } = node.element;
    if (fixed) return false;
    if (!repeats) return typed(fieldName(name, place));
    return repetitionsOf(form, name, place, repeats).some((number) => typed(fieldName(name, [...place, number])));
  }
  if (node.kind === 'choice') {
    const alternative = node.alternatives[chosenOf(form, node.id, place)];
    return alternative !== undefined && hasTyped(alternative, form, place);
  }
  const { group, inside } = node;
  const places = group.repeats
    ? repetitionsOf(form, group.path, place, group.repeats).map((number) => [...place, number])
    : [place];
  return places.some((at) => inside.some((part) => hasTyped(part, form, at)));
}
