import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testElement, testGroup } from '../testing.ts';
import { fieldsToSend } from './fields-to-send.ts';
import { formTree } from './form-tree.ts';
import {
  EMPTY_FORM,
  withChosen,
  withoutRepetition,
  withoutValue,
  withRepetition,
  withValue,
  type MethodForm,
} from './method-form.ts';

const many = { min: 0, max: null };
const order = testGroup('b/order', { required: true });
const line = testGroup('b/order/line[]', { repeats: many });
const buyer = testGroup('b/order/buyer');
const ELEMENTS = [
  testElement('b/id', { required: true }),
  testElement('b/note'),
  testElement('b/version', { value: '2', fixed: true, required: true }),
  testElement('b/test', { type: 'boolean', required: true }),
  testElement('b/draft', { type: 'boolean' }),
  testElement('b/order/line[]/sku', { required: true, groups: [order, line] }),
  testElement('b/order/line[]/count', { value: '1', groups: [order, line] }),
  testElement('b/order/line[]/tag[]', { repeats: { min: 0, max: 3 }, groups: [order, line] }),
  testElement('b/order/buyer/name', { required: true, groups: [order, buyer] }),
  testElement('b/order/buyer/kind', { value: 'person', groups: [order, buyer] }),
  testElement('b/card', { choice: 'pay' }),
  testElement('b/bill/to', { required: true, groups: [testGroup('b/bill', { choice: 'pay' })] }),
];
const TREE = formTree(ELEMENTS);
const typed = (...values: [string, string][]): MethodForm =>
  values.reduce((form, [name, value]) => withValue(form, name, value), EMPTY_FORM);
const sent = (form: MethodForm) => Object.fromEntries(fieldsToSend(TREE, form).map(({ name, value }) => [name, value]));
const LEAST = { 'b/id': '', 'b/version': '2', 'b/test': 'false' };

describe('the form of a method', () => {
  it('has groups in groups, and the alternatives of a choice together', () => {
    expect(TREE.map(({ kind }) => kind)).toEqual(['field', 'field', 'field', 'field', 'field', 'group', 'choice']);
    const [inside] = TREE.flatMap((node) => (node.kind === 'group' ? [node.inside] : []));
    expect(inside?.map((node) => node.kind === 'group' && node.group.path)).toEqual([
      'b/order/line[]',
      'b/order/buyer',
    ]);
    const [choice] = TREE.flatMap((node) => (node.kind === 'choice' ? [node] : []));
    expect(choice?.alternatives.map(({ kind }) => kind)).toEqual(['field', 'group']);
  });
});

describe('the fields of a request [SOAP-02]', () => {
  it('are the required ones while nothing is typed', () => {
    expect(sent(EMPTY_FORM)).toEqual(LEAST);
  });

  it('include a typed value until it is cleared', () => {
    const form = typed(['b/id', '7'], ['b/note', 'x'], ['b/version', '3'], ['b/test', 'true'], ['b/draft', 'false']);
    expect(sent(form)).toEqual({ 'b/id': '7', 'b/note': 'x', 'b/version': '2', 'b/test': 'true', 'b/draft': 'false' });
    expect(sent(withoutValue(withValue(form, 'b/note', ''), 'b/draft'))).not.toHaveProperty('b/note');
    expect(sent(withoutValue(form, 'b/draft'))).not.toHaveProperty('b/draft');
  });

  it('include all of a group with any input, also its presets', () => {
    expect(sent(typed(['b/order/buyer/name', 'Ann']))).toEqual({
      ...LEAST,
      'b/order/buyer/name': 'Ann',
      'b/order/buyer/kind': 'person',
    });
    expect(sent(typed(['b/order/buyer/kind', 'club']))).toMatchObject({ 'b/order/buyer/name': '' });
  });

  it('number the filled repetitions from 0 without gaps', () => {
    let form = withRepetition(EMPTY_FORM, line.path, [], many);
    form = withRepetition(form, line.path, [], many);
    form = withValue(form, 'b/order/line[1001]/sku', 'B');
    expect(sent(form)).toEqual({ ...LEAST, 'b/order/line[0]/sku': 'B', 'b/order/line[0]/count': '1' });
    form = withValue(withValue(form, 'b/order/line[0]/sku', 'A'), 'b/order/line[1001]/tag[0]', 't');
    form = withRepetition(form, 'b/order/line[]/tag[]', [1001], many);
    form = withValue(form, 'b/order/line[1001]/tag[1002]', 'u');
    expect(sent(form)).toMatchObject({
      'b/order/line[0]/sku': 'A',
      'b/order/line[1]/sku': 'B',
      'b/order/line[1]/tag[0]': 't',
      'b/order/line[1]/tag[1]': 'u',
    });
    form = withoutRepetition(form, line.path, [], many, 0);
    expect(sent(form)).toMatchObject({ 'b/order/line[0]/sku': 'B', 'b/order/line[0]/tag[1]': 'u' });
    expect(sent(form)).not.toHaveProperty('b/order/line[1]/sku');
    const shown = fieldsToSend(TREE, form).find(({ name }) => name === 'b/order/line[0]/tag[1]')?.shown;
    expect(shown).toBe('b/order/line[1001]/tag[1002]');
  });

  it('do not restore the values of a removed repetition', () => {
    let form = withValue(withRepetition(EMPTY_FORM, line.path, [], many), 'b/order/line[1000]/sku', 'A');
    form = withRepetition(withoutRepetition(form, line.path, [], many, 1000), line.path, [], many);
    expect(sent(form)).toEqual(LEAST);
  });

  it('include the required number of repetitions', () => {
    const two = { min: 2, max: 2 };
    const pair = testGroup('b/p[]', { repeats: two, required: true });
    const tree = formTree([
      testElement('b/p[]/x', { required: true, groups: [pair] }),
      testElement('b/y[]', { repeats: two, required: true }),
    ]);
    const untouched = formTree([testElement('b/y[]', { repeats: two, choice: 'c' })]);
    expect(fieldsToSend(untouched, EMPTY_FORM)).toEqual([]);
    const names = fieldsToSend(tree, EMPTY_FORM).map(({ name }) => name);
    expect(names).toEqual(['b/p[0]/x', 'b/p[1]/x', 'b/y[0]', 'b/y[1]']);
  });

  it('contain at most one alternative of a choice', () => {
    const form = typed(['b/card', '4111'], ['b/bill/to', 'Ann']);
    expect(sent(form)).toEqual({ ...LEAST, 'b/card': '4111' });
    expect(sent(withChosen(form, 'pay', [], 1))).toEqual({ ...LEAST, 'b/bill/to': 'Ann' });
  });

  it('have unique names after any edits', () => {
    const paths = fc.constantFrom(line.path, 'b/order/line[]/tag[]');
    const step = fc.tuple(fc.constantFrom('add', 'remove', 'type'), paths, fc.nat(3), fc.nat(3));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const form = steps.reduce((before, [act, path, at, number]) => {
          const place = path === line.path ? [] : [at];
          if (act === 'add') return withRepetition(before, path, place, many);
          if (act === 'remove') return withoutRepetition(before, path, place, many, number);
          return withValue(before, `b/order/line[${at}]/tag[${number}]`, 'x');
        }, EMPTY_FORM);
        const names = fieldsToSend(TREE, form).map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});
