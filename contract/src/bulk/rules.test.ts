import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulkTitle, stagesOf } from './rules.ts';

describe('the stages of a bulk change', () => {
  it('are a canary, shares of all tenants, and the rest', () => {
    expect(stagesOf(206, { canary: 5, shares: [10, 50] })).toEqual([
      { name: 'Canary', tenants: 5 },
      { name: '10%', tenants: 16 },
      { name: '50%', tenants: 82 },
      { name: 'The rest', tenants: 103 },
    ]);
    expect(stagesOf(3, { canary: 5, shares: [10] })).toEqual([{ name: 'Canary', tenants: 3 }]);
    expect(stagesOf(3, { canary: 0, shares: [] })).toEqual([{ name: 'All', tenants: 3 }]);
  });

  it('are never empty, and contain every tenant once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 20 }),
        (tenants, canary, shares) => {
          const stages = stagesOf(tenants, { canary, shares: shares.toSorted((a, b) => a - b) });
          expect(stages.every((stage) => stage.tenants > 0)).toBe(true);
          expect(stages.reduce((sum, stage) => sum + stage.tenants, 0)).toBe(tenants);
        },
      ),
    );
  });
});

it('has a one-line title for each change', () => {
  const setting = { kind: 'setting', config: 'coursepro', key: 'A', value: 'x\ny', commit: true } as const;
  expect(bulkTitle({ ...setting, change: 'set' })).toBe('Set A to x y in CoursePro');
  expect(bulkTitle({ ...setting, change: 'add', value: '' })).toBe('Add A = empty to CoursePro');
  expect(bulkTitle({ ...setting, change: 'set', value: 'z'.repeat(99) })).toBe(
    `Set A to ${'z'.repeat(40)}... in CoursePro`,
  );
  expect(bulkTitle({ ...setting, change: 'set', value: '🏊'.repeat(40) })).toBe(
    `Set A to ${'🏊'.repeat(40)} in CoursePro`,
  );
  expect(bulkTitle({ ...setting, change: 'remove' })).toBe('Remove A from CoursePro');
  expect(bulkTitle({ kind: 'switch', service: 'strive', name: 'cron', on: false })).toBe('Switch cron of Strive off');
});
