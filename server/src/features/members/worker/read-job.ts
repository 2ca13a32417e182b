import { readRows } from '@mission-control/spreadsheet';
import type { MemberJob } from './job.ts';
import { RowsJson } from './rows-json.ts';

/** What stands in the answer behind the rows. `count`: rows that are not empty. */
export type SheetKeys = (
  sheet: { header: readonly string[]; count: number; headerRow: number },
  facts: Readonly<Record<string, string>>,
) => Record<string, unknown>;

/** Reads a spreadsheet into the JSON text {valid: true, header, members, ...keys}, row by row. */
export const readJob =
  (keys: SheetKeys): MemberJob =>
  async (bytes, facts, progress) => {
    const json = new RowsJson();
    let names: string[] | undefined;
    let [width, count] = [0, 0];
    const take = (cells: string[]): void => {
      width = Math.max(width, cells.length);
      if (names) json.add(cells);
      if (names && cells.length > 0) count += 1;
      names ??= cells.map((name) => name.trim());
    };
    const { headerRow } = await readRows(bytes, take, progress);
    const header = [...(names ?? []), ...Array<string>(width).fill('')].slice(0, width);
    const rest = JSON.stringify(keys({ header, count, headerRow }, facts));
    return json.finish(
      width,
      `{"valid":true,"header":${JSON.stringify(header)},"members":`,
      rest === '{}' ? '}' : `,${rest.slice(1)}`,
    );
  };
