import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import { runOutput, runs } from './tables.ts';
import type { ImportedEntry } from '../../platform/audit/append-imported.ts';

/** Owner of imported runs. */
const OWNER = 'inventory';

/** Adds ended runs; returns their ids in order. */
async function insertPastRuns(
  db: Transaction,
  list: readonly (InventoryHistory['runs'][number] & { tenantId: number | null })[],
): Promise<number[]> {
  const added = await insertRows<typeof runs, { id: number }>(
    db,
    runs,
    list.map((run) => ({
      kind: run.kind,
      subject: run.subject,
      facts: run.facts,
      tenantId: run.tenantId,
      outcome: run.outcome,
      error: run.error,
      startedBy: run.started_by,
      startedAt: new Date(run.started_at),
      endedAt: new Date(run.ended_at),
      abortedBy: run.aborted_by,
      outputLength: run.output.reduce((length, { text }) => length + text.length, 0),
      owner: OWNER,
      seenAt: new Date(run.ended_at),
    })),
    sql`returning id`,
  );
  const ids = added.map(({ id }) => id).toSorted((a, b) => a - b);
  const pieces = list.flatMap(({ output }, place) => {
    let start = 0;
    return output.flatMap(({ at, text }) => {
      const piece = { runId: ids[place] ?? 0, start, next: start + text.length, at: new Date(at), text };
      start = piece.next;
      return text === '' ? [] : [piece];
    });
  });
  await insertRows(db, runOutput, pieces);
  return ids;
}

/** Stores runs from before this console, in order of their start; returns their audit events. */
export async function importRuns(
  db: Transaction,
  imported: InventoryHistory['runs'],
  tenants: ReadonlyMap<string, number>,
): Promise<ImportedEntry[]> {
  const inOrder = imported.toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
  const past = inOrder.map((run) => ({
    ...run,
    tenantId: run.tenant === null ? null : (tenants.get(run.tenant) ?? null),
  }));
  const ids = await insertPastRuns(db, past);
  return past.flatMap((run, at): ImportedEntry[] => {
    const base = {
      actor: run.started_by,
      subject: `${run.kind} ${run.subject}`,
      ...(run.tenantId !== null && { tenantId: run.tenantId }),
    };
    const { outcome, error } = run;
    const [id, started, ended] = [ids[at], new Date(run.started_at), new Date(run.ended_at)];
    return [
      { ...base, action: 'run.started', at: started, after: { run: id, ...run.facts } },
      { ...base, action: 'run.ended', at: ended, after: { run: id, outcome, error } },
    ];
  });
}
