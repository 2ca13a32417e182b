import type { Column } from '../../../ui/table/table-column.ts';

/** A column of the list with its width in px. */
type Sized = Pick<Column<never>, 'id' | 'width'>;

/** The order in which columns fold when space runs out; region, name and the link to the tenant never fold. */
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

/** A column that the user chose, and its width in px if they set one. */
export interface ChosenColumn {
  id: string;
  width?: number;
}

/** Limits of a chosen width, in px. */
export const WIDTH = { min: 40, max: 600 } as const;

const isWidth = (width: number) => width >= WIDTH.min && width <= WIDTH.max;

/**
 * Parses a choice from the address, such as `licence.account-220`: the columns in their order, each with its width where one was given.
 * Columns that always show keep their places, whatever the text says; unknown ones and invalid widths are left out.
 */
export function readColumns<C extends Sized>(text: string, all: readonly C[]): C[] {
  const chosen = new Map(
    text.split('.').map((entry) => {
      const [id = '', width] = entry.split('-');
      return [id, width !== undefined && /^\d{2,3}$/.test(width) && isWidth(Number(width)) ? Number(width) : undefined];
    }),
  );
  const movable = [...chosen.keys()].flatMap((id) => all.find((column) => column.id === id && canHide(id)) ?? []);
  const first = all.findIndex(({ id }) => canHide(id));
  const fixed = all.filter(({ id }) => !canHide(id));
  return [...fixed.slice(0, first), ...movable, ...fixed.slice(first)].map((column) => {
    const width = chosen.get(column.id);
    return width === undefined ? column : { ...column, width };
  });
}

/** Writes a choice for the address; columns that always show are named only with a width of their own. */
export const writeColumns = (shown: readonly ChosenColumn[]): string =>
  shown
    .filter(({ id, width }) => canHide(id) || width !== undefined)
    .map(({ id, width }) => (width === undefined ? id : `${id}-${Math.round(width)}`))
    .join('.');

/** Share of the remaining width that each of these takes, because they hold names. */
const GROWING: Readonly<Record<string, number>> = { name: 0.5, account: 0.5 };

/** The same columns, with the remaining room distributed to those that hold names. */
export function spreadColumns<C extends Sized>(
  columns: readonly C[],
  room: number,
  /** Columns whose width the user chose. */
  kept: ReadonlySet<string> = new Set(),
): C[] {
  const growing = columns.filter(({ id }) => GROWING[id] !== undefined && !kept.has(id));
  const share = growing.reduce((sum, { id }) => sum + (GROWING[id] ?? 0), 0);
  const left = Math.max(0, room - widthOf(columns));
  return columns.map((column) => {
    const part = kept.has(column.id) ? 0 : (GROWING[column.id] ?? 0) / (share || 1);
    return part === 0 || left === 0 ? column : { ...column, width: (column.width ?? 0) + Math.floor(left * part) };
  });
}
