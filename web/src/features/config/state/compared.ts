import type { ComparedCell, ComparedRow, ComparedServer } from '@mission-control/contract/config/history';
import type { Column } from '../../../ui/table/table-column.ts';

/** Null: the file lacks the setting. */
export type Cell = ComparedCell | null;

/** True when both sides are equal or both absent. */
export const sameCell = (a: Cell, b: Cell): boolean => a?.variant === b?.variant;

/** Rows of one server, or of all with null. */
export function rowsFor(rows: readonly ComparedRow[], host: string | null): readonly ComparedRow[] {
  if (host === null) return rows;
  return rows
    .map((row) => ({
      ...row,
      servers: row.servers.filter(({ hosts }) => hosts.includes(host)).map(({ cell }) => ({ hosts: [host], cell })),
    }))
    .filter(({ saved, committed, servers }) =>
      [committed, ...servers.map(({ cell }) => cell)].some((cell) => !sameCell(saved, cell)),
    );
}

/** Summary of a row: saved but not committed, or changed on a server since the commit. */
export function marksOf({ saved, committed, servers }: ComparedRow): { waiting: boolean; changed: boolean } {
  return {
    waiting: !sameCell(saved, committed),
    changed: servers.some(({ cell }) => !sameCell(committed, cell)),
  };
}

const FORM_WORDS: Readonly<Record<ComparedCell['form'], string>> = {
  constant: 'Constant',
  variable: 'Variable',
  block: 'Code Block',
  text: 'Text',
};

/** A note beside values that look alike or are hidden. */
export function cellNote(cell: Cell, row: ComparedRow): string | null {
  if (!cell) return null;
  const others = [row.saved, row.committed, ...row.servers.map((server) => server.cell)].filter(
    (other) => other !== null,
  );
  if (others.some((other) => other.form !== cell.form)) return FORM_WORDS[cell.form];
  if (cell.masked) return secretNote(cell, row);
  const alike = others.some((other) => other.value === cell.value && !sameCell(other, cell));
  return alike ? 'The same text, but written as another kind of value' : null;
}

function secretNote(cell: ComparedCell, { saved, committed }: ComparedRow): string | null {
  if (cell === saved) return null;
  if (cell === committed) return sameCell(cell, saved) ? 'As saved' : 'Differs from the saved one';
  if (sameCell(cell, committed)) return 'As committed';
  return sameCell(cell, saved) ? 'As saved' : 'Differs from both';
}

/** Servers of a group: by name, or together when it covers all readable servers. */
export function groupText(row: ComparedRow, hosts: readonly string[]): string {
  return row.servers.length === 1 && hosts.length > 1 ? `All ${hosts.length} that could be read` : hosts.join(', ');
}

/** A remark on a server beyond the differing settings, or null. */
export function serverRemark(
  server: ComparedServer,
  rows: readonly ComparedRow[],
): { meaning: 'bad' | 'warn'; title: string; text: string } | null {
  const { host, state } = server;
  if (state === 'unreadable') {
    return { meaning: 'bad', title: `${host} could not be read.`, text: server.error ?? 'It gave no reason.' };
  }
  if (state === 'missing') return { meaning: 'warn', title: `${host} has no file.`, text: 'Commit writes it.' };
  if (server.other_text.length > 0) {
    return {
      meaning: 'warn',
      title: `Other text differs on ${host}.`,
      text: `${linesText(server)} of its file ${isOneLine(server) ? 'is' : 'are'} no setting of this config. Commit removes ${isOneLine(server) ? 'it' : 'them'}.`,
    };
  }
  if (state === 'changed' && !rowsFor(rows, host).some((row) => marksOf(row).changed)) {
    return {
      meaning: 'warn',
      title: `${host} has the same settings, written differently.`,
      text: 'Commit writes the file again.',
    };
  }
  return null;
}

const isOneLine = ({ other_text: [first, ...more] }: ComparedServer) =>
  more.length === 0 && first?.first === first?.last;

function linesText(server: ComparedServer): string {
  const parts = server.other_text.map(({ first, last }) => (first === last ? String(first) : `${first}–${last}`));
  if (server.more_other_text) parts.push('further ones');
  return `${isOneLine(server) ? 'Line' : 'Lines'} ${new Intl.ListFormat('en-GB').format(parts)}`;
}

/** The rows as a table with a column for each server, for the download; hidden values stay hidden. */
export function comparedServersColumns(rows: readonly ComparedRow[]): readonly Column<ComparedRow>[] {
  const hosts = [...new Set(rows.flatMap(({ servers }) => servers.flatMap((server) => server.hosts)))].toSorted();
  return [
    { id: 'key', header: 'Name', cell: ({ key }) => key },
    { id: 'saved', header: 'Saved', cell: ({ saved }) => cellWords(saved) },
    { id: 'committed', header: 'Committed', cell: ({ committed }) => cellWords(committed) },
    ...hosts.map((host): Column<ComparedRow> => ({
      id: host,
      header: host,
      cell: ({ servers }) => {
        const server = servers.find(({ hosts: group }) => group.includes(host));
        return server ? cellWords(server.cell) : 'not read';
      },
    })),
  ];
}

/** Hidden values with the same number are equal. */
const cellWords = (cell: Cell): string =>
  cell === null ? 'missing' : cell.masked ? `hidden ${cell.variant + 1}` : cell.value;
