import { findConfigKind } from '@mission-control/contract/config/kinds';
import { cutValue } from '@mission-control/contract/config/rules';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { comparedRows, comparedSide } from '../history/compare-rows.ts';
import { itemsAt } from '../history/revision-state.ts';
import { findConfig, listKeys } from '../queries.ts';
import type { Difference } from '../tables.ts';
import type { Check, Reading } from './check-drift-read.ts';
import type { DriftRow } from './queries-drift.ts';
import { fileParser } from './read-published.ts';

const contentFor = ({ host, hash, differences }: DriftRow, readings: readonly Reading[]) => {
  const reading = readings.find((candidate) => candidate.host === host);
  if (hash === null || differences !== null || !reading || 'error' in reading) return undefined;
  return reading.hash === hash ? reading.content : undefined;
};

/** Whether a file was read whose differences from the committed one are still unknown. */
export const lacksDifferences = (
  { committedHash }: Check,
  rows: readonly DriftRow[],
  readings: readonly Reading[],
): boolean => committedHash !== null && rows.some((row) => contentFor(row, readings) !== undefined);

/** Adds the differences from the committed settings to rows whose files were read. Secrets are masked. */
export async function withDifferences(
  ctx: Ctx,
  db: Db,
  check: Check,
  rows: readonly DriftRow[],
  readings: readonly Reading[],
): Promise<DriftRow[]> {
  const kind = findConfigKind(check.kind);
  const config = lacksDifferences(check, rows, readings) ? await findConfig(db, check) : undefined;
  if (!kind || !config || config.committedRevision === null) return [...rows];
  const keys = await listKeys(db, kind.slug);
  const items = await itemsAt(db, ctx.secrets, check, { number: config.committedRevision, saved: config.revision });
  const side = comparedSide(kind, items, keys, config.committedHash);
  const parse = fileParser(kind.format, [side]);
  return rows.map((row) => {
    const content = contentFor(row, readings);
    if (!content || row.hash === null) return row;
    const file = parse(content);
    const server = 'error' in file ? file : { hash: row.hash, file };
    const compared = comparedRows({ saved: side, committed: side }, [{ host: row.host, ...server }], keys);
    const shown = (cell: { value: string } | null | undefined) => (cell ? cutValue(cell.value) : null);
    return {
      ...row,
      differences: compared.slice(0, MAX_KEPT).map(({ key, committed, servers: [found] }): Difference => {
        const masked = (committed ?? found?.cell)?.masked ?? false;
        return { key, before: shown(committed), after: shown(found?.cell), masked };
      }),
    };
  });
}

/** Maximum differences kept: a file with more is effectively a different file. */
const MAX_KEPT = 100;
