import { readFileSync, writeFileSync } from 'node:fs';

/** A table of a page in docs/, generated between two comments. */
export interface GeneratedTable {
  page: string;
  start: string;
  end: string;
  text: () => string;
}

function withTable(content: string, { page, start, end, text }: GeneratedTable): string {
  const [before, rest] = content.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${page} has lost its markers: ${start} and ${end}`);
  return `${before}${start}\n\n${text()}\n\n${end}${after}`;
}

/** Whether the page contains the table as it is generated now. */
export function isTableCurrent(table: GeneratedTable): boolean {
  const content = readFileSync(table.page, 'utf8');
  return content === withTable(content, table);
}

/** Generates the table into its page. */
export function writeTable(table: GeneratedTable): void {
  writeFileSync(table.page, withTable(readFileSync(table.page, 'utf8'), table));
}
