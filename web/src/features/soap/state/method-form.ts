import { fieldName } from '@mission-control/contract/soap/rules';

/** A repetition number for each `[]` in a name, outermost first. */
export type Place = readonly number[];

/** The user's input in a form. Repetitions keep their numbers when an earlier one is removed. */
export interface MethodForm {
  /** Input by field name; '' was emptied. */
  values: Readonly<Record<string, string>>;
  /** Numbers of the repetitions by place; default: the required ones. */
  repetitions: Readonly<Record<string, readonly number[]>>;
  /** Index of the chosen alternative by place; default: the first. */
  chosen: Readonly<Record<string, number>>;
  /** Number of the next added repetition. */
  next: number;
}

interface Repeats {
  min: number;
  max: number | null;
}

/** Maximum repetitions shown initially. */
const MAX_AT_FIRST = 20;
/** First number of added repetitions. */
const FIRST_ADDED = 1000;

export const EMPTY_FORM: MethodForm = { values: {}, repetitions: {}, chosen: {}, next: FIRST_ADDED };

/** @param pattern ends in `[]` */
const placeOf = (pattern: string, place: Place): string => fieldName(pattern.slice(0, -2), place);
const choicePlace = (id: string, place: Place): string => `${id} ${place.join('.')}`;

/** Numbers of the repetitions at a place; at least one. */
export function repetitionsOf(form: MethodForm, pattern: string, place: Place, { min }: Repeats): readonly number[] {
  const count = Math.min(Math.max(min, 1), MAX_AT_FIRST);
  return form.repetitions[placeOf(pattern, place)] ?? Array.from({ length: count }, (_, at) => at);
}

export const chosenOf = (form: MethodForm, id: string, place: Place): number =>
  form.chosen[choicePlace(id, place)] ?? 0;

export const withValue = (form: MethodForm, name: string, value: string): MethodForm => ({
  ...form,
  values: { ...form.values, [name]: value },
});

/** Resets a field to untouched. */
export function withoutValue(form: MethodForm, name: string): MethodForm {
  const { [name]: _gone, ...values } = form.values;
  return { ...form, values };
}

export const withChosen = (form: MethodForm, id: string, place: Place, at: number): MethodForm => ({
  ...form,
  chosen: { ...form.chosen, [choicePlace(id, place)]: at },
});

export function withRepetition(form: MethodForm, pattern: string, place: Place, repeats: Repeats): MethodForm {
  const numbers = [...repetitionsOf(form, pattern, place, repeats), form.next];
  return {
    ...form,
    repetitions: { ...form.repetitions, [placeOf(pattern, place)]: numbers },
    next: form.next + 1,
  };
}

/** @param number of the repetition, not its position */
export function withoutRepetition(
  form: MethodForm,
  pattern: string,
  place: Place,
  repeats: Repeats,
  number: number,
): MethodForm {
  const numbers = repetitionsOf(form, pattern, place, repeats).filter((other) => other !== number);
  return { ...form, repetitions: { ...form.repetitions, [placeOf(pattern, place)]: numbers } };
}
