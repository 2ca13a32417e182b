import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import type { PastEntry } from '../../platform/audit/append-past.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { insertPastRuns } from './queries-past.ts';

/** Stores runs from before this console, in order of their start; returns their audit events. */
export async function putRunPast(
  db: Transaction,
  told: InventoryHistory['runs'],
  tenants: ReadonlyMap<string, number>,
): Promise<PastEntry[]> {
  const inOrder = told.toSorted((one, other) => Date.parse(one.started_at) - Date.parse(other.started_at));
  const past = inOrder.map((run) => ({
    ...run,
    tenantId: run.tenant === null ? null : (tenants.get(run.tenant) ?? null),
  }));
  const ids = await insertPastRuns(db, past);
  return past.flatMap((run, at): PastEntry[] => {
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
