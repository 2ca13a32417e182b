import { fieldName } from '@mission-control/contract/soap/rules';

/** The number of a repetition for each `[]` in a name, from the outside. */
export type Place = readonly number[];

/** What a person has made of the form of a method. Repetitions keep their numbers when one before them is removed. */
export interface MethodForm {
  /** What was typed, by the name of the field at its place; '' was emptied. */
  values: Readonly<Record<string, string>>;
  /** The numbers of the repetitions that there are, by the place of what repeats; as many as there must be without one. */
  repetitions: Readonly<Record<string, readonly number[]>>;
  /** Which alternative of a choice is filled in, by the place of the choice; the first without one. */
  chosen: Readonly<Record<string, number>>;
  /** The number of the next repetition that is added. */
  next: number;
}

interface Repeats {
  min: number;
  max: number | null;
}

/** Most that are drawn before anybody asks for more. */
const MAX_AT_FIRST = 20;
/** Numbers from here on are of repetitions that were added. */
const FIRST_ADDED = 1000;

export const EMPTY_FORM: MethodForm = { values: {}, repetitions: {}, chosen: {}, next: FIRST_ADDED };

/** What repeats at a place. @param pattern ends in `[]` */
const placeOf = (pattern: string, place: Place): string => fieldName(pattern.slice(0, -2), place);
const choicePlace = (id: string, place: Place): string => `${id} ${place.join('.')}`;

/** The numbers of the repetitions at a place: one at least is there to be filled in. */
export function repetitionsOf(form: MethodForm, pattern: string, place: Place, { min }: Repeats): readonly number[] {
  const count = Math.min(Math.max(min, 1), MAX_AT_FIRST);
  return form.repetitions[placeOf(pattern, place)] ?? Array.from({ length: count }, (_, at) => at);
}

/** The alternative of a choice that is filled in. */
export const chosenOf = (form: MethodForm, id: string, place: Place): number =>
  form.chosen[choicePlace(id, place)] ?? 0;

export const withValue = (form: MethodForm, name: string, value: string): MethodForm => ({
  ...form,
  values: { ...form.values, [name]: value },
});

/** As if the field had not been touched. */
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
