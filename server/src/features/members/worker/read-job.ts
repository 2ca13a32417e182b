import { readRows } from '@mission-control/spreadsheet';
import { RowsJson } from './rows-json.ts';

/** A job of the worker thread: bytes in, bytes out. `progress` receives whole percents. */
export type MemberJob = (
  bytes: Uint8Array,
  facts: Readonly<Record<string, string>>,
  progress: (percent: number) => void,
) => Uint8Array | Promise<Uint8Array>;

/** Response keys after the rows. `count`: non-empty rows. */
export type SheetKeys = (
  sheet: { header: readonly string[]; count: number; headerRow: number },
  facts: Readonly<Record<string, string>>,
) => Record<string, unknown>;

/** Reads a spreadsheet row by row into the JSON {valid: true, header, members, ...keys}. */
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
