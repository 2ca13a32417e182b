import { countText } from '@mission-control/contract/numbers';
import type { CallInput, CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/monitors/import/calls';
import type { CheckSettings, SomeCheckSettings } from '@mission-control/contract/monitors/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { createHash } from 'node:crypto';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { checksOf, labelOf } from '../monitor-row.ts';
import { listShownAt, lockMonitors, putChecks, type ShownMonitor } from '../queries.ts';
import { columnsOf, topicsOf } from '../save-checks.ts';
import { readCheckList, type CheckList, type ListFault } from './read-list.ts';

/** Maximum faults in a response. */
const MAX_FAULTS = 500;

/** A monitor whose checks would change. */
interface Change {
  line: number;
  label: string;
  monitor: ShownMonitor['monitor'];
  before: SomeCheckSettings;
  after: SomeCheckSettings;
}

/** The changes that a list of settings would make. @throws AppError('refused') with the faults in its details */
export async function planChecks(ctx: Ctx, file: File): Promise<CallResponse<typeof calls.planChecks>> {
  const list = await requireList(file);
  const { changes, same } = await compare(ctx.db, list);
  return {
    changes: changes.map(({ monitor, label, line, before, after }) => {
      return { id: monitor.id, host: monitor.host, label, line, before, after };
    }),
    same,
    ignored: list.ignored,
    fingerprint: fingerprintOf(changes),
  };
}

/**
 * Saves the settings of a list for all its monitors.
 * @throws AppError('refused') for faults, AppError('conflict') if its changes differ from the preview
 */
export async function importChecks(
  ctx: Ctx,
  { file, fingerprint }: CallInput<typeof calls.importChecks>['body'],
): Promise<CallResponse<typeof calls.importChecks>> {
  const list = await requireList(file);
  const planned = (await compare(ctx.db, list)).changes;
  if (planned.length === 0) return { changed: 0 };
  return inTransaction(ctx, async ({ db, record }) => {
    await lockMonitors(
      db,
      planned.map(({ monitor }) => monitor.id),
    );
    const { changes } = await compare(db, list);
    if ((fingerprint ?? fingerprintOf(planned)) !== fingerprintOf(changes))
      throw new AppError(
        'conflict',
        'The monitors have changed since. Review what the list changes now, and save again.',
      );
    await putChecks(
      db,
      changes.map(({ monitor, after }) => ({ id: monitor.id, ...columnsOf({ ...checksOf(monitor), ...after }) })),
    );
    record({
      action: 'monitor.checks-changed',
      subject: changes.length === 1 ? (changes[0]?.monitor.host ?? '') : countText(changes.length, 'monitor'),
      before: Object.fromEntries(changes.map(({ monitor, before }) => [monitor.host, before])),
      after: Object.fromEntries(changes.map(({ monitor, after }) => [monitor.host, after])),
      topics: [TOPIC.monitors, TOPIC.monitorSetup, ...changes.flatMap(({ monitor }) => topicsOf(monitor))],
    });
    return { changed: changes.length };
  });
}

async function requireList(file: File): Promise<CheckList> {
  const list = await readCheckList(new Uint8Array(await file.arrayBuffer()));
  if (list.faults.length > 0) throw refused(list.faults);
  return list;
}

function refused(faults: readonly ListFault[]): AppError {
  const details = { faults: faults.slice(0, MAX_FAULTS), fault_count: faults.length };
  return new AppError('refused', 'The list has errors, and nothing was saved. Correct it first.', { details });
}

/** The monitors of the list's hosts, with current and new settings. */
async function compare(db: Db, { sites }: CheckList): Promise<{ changes: Change[]; same: number }> {
  const found = await listShownAt(
    db,
    sites.map(({ host }) => host),
  );
  // A host belongs to one tenant (unique index of domains), so it has one monitor.
  const byHost = Map.groupBy(found, ({ monitor }) => monitor.host.toLowerCase());
  const unknown = sites.filter(({ host }) => !byHost.has(host));
  if (unknown.length > 0)
    throw refused(
      unknown.map(({ line, host }) => ({ line, path: host, message: 'There is no monitor for this host.' })),
    );
  const changes = sites.flatMap(({ line, host, checks }) =>
    (byHost.get(host) ?? []).flatMap(({ monitor, tenantName }): Change[] => {
      const before = checksOf(monitor);
      const keys = (Object.keys(checks) as (keyof CheckSettings)[]).filter((key) => checks[key] !== before[key]);
      const part = (of: SomeCheckSettings): SomeCheckSettings => Object.fromEntries(keys.map((key) => [key, of[key]]));
      const label = labelOf({ tenantName, service: monitor.service });
      return keys.length === 0 ? [] : [{ line, label, monitor, before: part(before), after: part(checks) }];
    }),
  );
  return { changes, same: found.length - changes.length };
}

const fingerprintOf = (changes: readonly Change[]): string =>
  createHash('sha256')
    .update(JSON.stringify(changes.map(({ monitor, before, after }) => [monitor.id, before, after])))
    .digest('hex');
