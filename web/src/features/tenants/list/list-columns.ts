import type { Column } from '../../../ui/table/table-column.ts';

/** A column of the list with its width in px. */
type Sized = Pick<Column<never>, 'id' | 'width'>;

/** Columns in the order in which they fold for lack of room; region, name and the link to the tenant never do. */
const FOLDING = [
  'dbVersion',
  'dbHost',
  'bridge',
  'version',
  'deployment',
  'account',
  'members',
  'licence',
  'active',
  'services',
];

/** Columns that can be hidden. */
export const canHide = (id: string): boolean => FOLDING.includes(id);

const widthOf = (columns: readonly Sized[]): number => columns.reduce((sum, { width = 0 }) => sum + width, 0);

/** Columns folded so that the others fit, the least important first. @param room in px */
export function foldedColumns(columns: readonly Sized[], room: number): string[] {
  const folded: string[] = [];
  let left = widthOf(columns);
  for (const id of FOLDING) {
    if (left <= room) break;
    left -= columns.find((column) => column.id === id)?.width ?? 0;
    folded.push(id);
  }
  return folded;
}

/** How much of the room that is left each of these takes: they hold names. */
const GROWING: Readonly<Record<string, number>> = { name: 0.5, account: 0.5 };

/** The same columns, with the remaining room distributed to those that hold names. */
export function spreadColumns<C extends Sized>(columns: readonly C[], room: number): C[] {
  const growing = columns.filter(({ id }) => GROWING[id] !== undefined);
  const share = growing.reduce((sum, { id }) => sum + (GROWING[id] ?? 0), 0);
  const left = Math.max(0, room - widthOf(columns));
  return columns.map((column) => {
    const part = (GROWING[column.id] ?? 0) / (share || 1);
    return part === 0 || left === 0 ? column : { ...column, width: (column.width ?? 0) + Math.floor(left * part) };
  });
}
