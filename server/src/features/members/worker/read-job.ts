import { readRows } from '@mission-control/spreadsheet';
import { keysOfSheet } from '../sheet-answer.ts';
import type { MemberJob } from './messages.ts';
import { RowsJson } from './rows-json.ts';

/** Reads a spreadsheet row by row into the JSON {valid: true, header, members, ...keys}. Fact `name`: of its file. */
export const readJob: MemberJob = async (bytes, { name = '' }) => {
  const json = new RowsJson();
  let names: string[] | undefined;
  let [width, count] = [0, 0];
  const take = (cells: string[]): void => {
    width = Math.max(width, cells.length);
    if (names) json.add(cells);
    if (names && cells.length > 0) count += 1;
    names ??= cells.map((cell) => cell.trim());
  };
  const { headerRow } = await readRows(bytes, take);
  const header = [...(names ?? []), ...Array<string>(width).fill('')].slice(0, width);
  const keys = JSON.stringify(keysOfSheet({ header, count, headerRow }, name));
  return json.finish(width, `{"valid":true,"header":${JSON.stringify(header)},"members":`, `,${keys.slice(1)}`);
};
