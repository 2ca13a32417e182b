import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canHide, foldedColumns, readColumns, spreadColumns, writeColumns } from './list-columns.ts';
import { changedChoice, type ColumnChange } from './use-list-columns.ts';
import { tenantColumns } from '../parts/list/tenant-columns.tsx';

const widthOf = (columns: readonly { width?: number }[]) => columns.reduce((sum, { width = 0 }) => sum + width, 0);

describe('the columns of the tenant list', () => {
  it('all fit into a screen of 1440 px [TLS-22]', () => {
    expect(foldedColumns(tenantColumns, 1440 - 160 - 48 - 2)).toEqual([]);
  });

  it('fold at 1280 px by their priority, so that licence, members and the link stay', () => {
    expect(foldedColumns(tenantColumns, 1280 - 160 - 48 - 2)).toEqual(['dbVersion', 'dbHost']);
  });

  it('never exceed the available width while any column may fold, and always keep region, name and link', () => {
    let reached = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), (room) => {
        const folded = foldedColumns(tenantColumns, room);
        const left = tenantColumns.filter(({ id }) => !folded.includes(id));
        expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining(['region', 'name', 'actions']));
        if (left.some(({ id }) => canHide(id))) {
          reached += 1;
          expect(widthOf(left)).toBeLessThanOrEqual(room);
        }
        expect(widthOf(spreadColumns(left, room))).toBeLessThanOrEqual(Math.max(room, widthOf(left)));
      }),
    );
    expect(reached).toBeGreaterThan(0);
  });

  it('give the remaining width to name and account', () => {
    const wide = spreadColumns(tenantColumns, widthOf(tenantColumns) + 200);
    const grown = wide.filter((column, at) => column.width !== tenantColumns[at]?.width);
    expect(grown.map(({ id }) => id)).toEqual(['name', 'account']);
  });
});

const ids = tenantColumns.map(({ id }) => id);
const shownIds = (text: string) => readColumns(text, tenantColumns).map(({ id }) => id);

describe('chosen columns', () => {
  it('show in the chosen order with their widths, between the fixed ones', () => {
    const columns = readColumns('licence.name-300.account-220', tenantColumns);
    expect(columns.map(({ id, width }) => [id, width])).toEqual([
      ['region', 58],
      ['name', 300],
      ['licence', 132],
      ['account', 220],
      ['actions', 58],
    ]);
  });

  it('leave out unknown and duplicate columns, and widths that are too small or too large', () => {
    expect(shownIds('a.licence.licence.<b>')).toEqual(['region', 'name', 'licence', 'actions']);
    const widths = readColumns('licence-39.account-601', tenantColumns).map(({ width }) => width);
    expect(widths).toEqual([58, 158, 132, 94, 58]);
  });

  it('are read from the address as they were written, whatever was changed', () => {
    const id = fc.constantFrom(...ids.filter(canHide));
    const change: fc.Arbitrary<ColumnChange> = fc.oneof(
      fc.record({ toggle: id }),
      fc.record({ move: id, by: fc.constantFrom(1 as const, -1 as const) }),
      fc.record({ resize: id, width: fc.option(fc.integer({ min: -100, max: 2000 }), { nil: undefined }) }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const chosen = changes.reduce(
          (now, one) => changedChoice(now, ids, one),
          ids.map((one) => ({ id: one })) as ReturnType<typeof changedChoice>,
        );
        const read = readColumns(writeColumns(chosen), tenantColumns);
        expect(read.map((column) => column.id)).toEqual(chosen.map((column) => column.id));
        const usual = (wanted: string) => tenantColumns.find((column) => column.id === wanted)?.width;
        expect(read.map(({ width }) => width)).toEqual(chosen.map((column) => column.width ?? usual(column.id)));
      }),
    );
  });

  it('return to their place when they are shown again', () => {
    const without = changedChoice(
      ids.map((id) => ({ id })),
      ids,
      { toggle: 'services' },
    );
    expect(changedChoice(without, ids, { toggle: 'services' }).map(({ id }) => id)).toEqual(ids);
  });

  it('with a width of their own do not grow', () => {
    const room = widthOf(tenantColumns) + 200;
    const grown = spreadColumns(tenantColumns, room, new Set(['name'])).filter(
      (column, at) => column.width !== tenantColumns[at]?.width,
    );
    expect(grown.map(({ id }) => id)).toEqual(['account']);
  });
});
