import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FIELDS } from './item-fields.ts';

const survives = (name: string, given: unknown): void => {
  const field = FIELDS.config_key.find((one) => one.name === name);
  expect(field?.value?.(field.text?.(given) ?? '')).toEqual(given);
};
const word = fc.stringMatching(/^[a-z](?:[a-z=]{0,4}[a-z])?$/);

it('keeps choices, also with "=" in values and labels', () => {
  const choices = fc.array(fc.record({ value: word, display_name: word }), { maxLength: 4 });
  fc.assert(fc.property(choices, (given) => survives('options', given)));
});

it('keeps required values, also with "="', () => {
  const values = fc.array(word, { minLength: 1, maxLength: 3 });
  const dependencies = fc.array(fc.record({ name: fc.stringMatching(/^[A-Z]{1,6}$/), values }));
  fc.assert(fc.property(dependencies, (given) => survives('dependencies', given)));
});
