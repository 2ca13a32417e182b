import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canHide, foldedColumns, spreadColumns } from './list-columns.ts';
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
