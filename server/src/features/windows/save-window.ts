import { TOPIC } from '@mission-control/contract/topics';
import type { WindowInput, WindowRow } from '@mission-control/contract/windows/schema';
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { rejectStale, stamp } from '../../platform/stamp.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { everHappens, occurrencesOf } from './calendar.ts';
import { noWindow, readWindow } from './list-windows.ts';
import { moveSwitches } from './move-switches.ts';
import {
  findCurrentOccurrence,
  insertWindow,
  lockWindow,
  deleteUpcoming,
  setOccurrenceEnd,
  updateWindow,
  type StoredOccurrence,
  type StoredWindow,
} from './queries.ts';
import { inputOf, PLANNED_MS, storeOccurrences, ADVANCE_JOB } from './window-times.ts';

const TOPICS = [TOPIC.windows];

/** @throws AppError('bad_request') for a window that is already over, or a rule that never occurs */
export async function addWindow(ctx: Ctx, input: WindowInput): Promise<WindowRow> {
  const id = await inTransaction(ctx, async ({ db, record }) => {
    const window = await insertWindow(db, { ...input, plannedUntil: plannedUntil(ctx), ...stamp(ctx) });
    await planOccurrences(ctx, db, window, { isNew: true });
    record({ action: 'window.added', subject: input.name, after: input, topics: TOPICS });
    return window.id;
  });
  return readWindow(ctx, id);
}

/**
 * Replaces a window, starting with its next occurrence.
 * @param known the `updated_at` that the save is based on; without it the last save wins
 * @throws AppError('not_found'), AppError('conflict') for an older `known`, AppError('bad_request') as in `addWindow`, or for changes not
 * possible while it is active
 */
export async function saveWindow(ctx: Ctx, id: number, input: WindowInput, known?: string): Promise<WindowRow> {
  await inTransaction(ctx, async ({ db, record }) => {
    const before = await requireWindow(db, id);
    rejectStale(before, known);
    const on = await findCurrentOccurrence(db, id, ctx.clock.now());
    const window = await updateWindow(db, id, { ...input, plannedUntil: plannedUntil(ctx), ...stamp(ctx) });
    if (on && before.rule === null) await changeActiveWindow(ctx, db, { before, input, on });
    else {
      await deleteUpcoming(db, id, ctx.clock.now());
      const isMoved = !on && !isDeepStrictEqual(calendarOf(before), calendarOf(window));
      await planOccurrences(ctx, db, window, { isNew: isMoved });
    }
    record({ action: 'window.changed', subject: input.name, before: inputOf(before), after: input, topics: TOPICS });
  });
  return readWindow(ctx, id);
}

/** @throws AppError('not_found'), AppError('conflict') when it is not active */
export async function endWindow(ctx: Ctx, id: number): Promise<WindowRow> {
  await inTransaction(ctx, async ({ db, record }) => {
    const window = await requireWindow(db, id);
    const on = await findCurrentOccurrence(db, id, ctx.clock.now());
    if (!on) throw new AppError('conflict', `${window.name} is not active.`);
    await moveEnd(ctx, db, on, ctx.clock.now());
    record({ action: 'window.ended-early', subject: window.name, topics: TOPICS });
  });
  return readWindow(ctx, id);
}

/** @throws AppError('not_found') */
export function deleteWindow(ctx: Ctx, id: number): Promise<Record<string, never>> {
  return inTransaction(ctx, async ({ db, record }) => {
    const before = await requireWindow(db, id);
    const now = ctx.clock.now();
    const on = await findCurrentOccurrence(db, id, now);
    if (on) await moveEnd(ctx, db, on, now);
    await deleteUpcoming(db, id, now);
    await updateWindow(db, id, { deletedAt: now, ...stamp(ctx) });
    record({ action: 'window.deleted', subject: before.name, before: inputOf(before), topics: TOPICS });
    return {};
  });
}

async function requireWindow(db: Transaction, id: number): Promise<StoredWindow> {
  const window = await lockWindow(db, id);
  if (!window) throw noWindow(id);
  return window;
}

const plannedUntil = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() + PLANNED_MS);

const calendarOf = ({ starts, zone, minutes, rule }: StoredWindow) => ({ starts, zone, minutes, rule });

/**
 * Stores the next occurrences of a window.
 * @param isNew also stores an occurrence in progress, and rejects a window that will never be active
 */
async function planOccurrences(ctx: Ctx, db: Transaction, window: StoredWindow, { isNew }: { isNew: boolean }) {
  const now = ctx.clock.now().getTime();
  const to = window.rule === null ? Infinity : window.plannedUntil.getTime();
  const times = occurrencesOf(window, now, to).filter(({ from }) => isNew || from > now);
  if (isNew && times.length === 0 && (window.rule === null || !everHappens(window))) {
    const wrong = window.rule === null ? 'is already over' : 'never occurs';
    const field = window.rule === null ? 'starts' : 'rule';
    throw new AppError('bad_request', `${field}: ${wrong}`, { fields: { [field]: wrong } });
  }
  await storeOccurrences(ctx, db, window, times);
}

/** Changes an active one-time window, which can only be renamed and made longer or shorter. */
async function changeActiveWindow(
  ctx: Ctx,
  db: Transaction,
  { before, input, on }: { before: StoredWindow; input: WindowInput; on: StoredOccurrence },
): Promise<void> {
  if (!isDeepStrictEqual(fixedPart(input), fixedPart(inputOf(before))))
    throw new AppError(
      'bad_request',
      'It is active: only its name, note and length can be changed. End it, or add another one.',
    );
  if (input.minutes === before.minutes) return;
  const end = new Date(on.endsAt.getTime() + (input.minutes - before.minutes) * MINUTE_MS);
  if (end <= ctx.clock.now()) {
    const wrong = 'would already be over: end it instead';
    throw new AppError('bad_request', `minutes: ${wrong}`, { fields: { minutes: wrong } });
  }
  await moveEnd(ctx, db, on, end);
}

/** What cannot change while a one-time window is active. */
const fixedPart = ({ starts, zone, rule, scope, switches }: WindowInput) => ({ starts, zone, rule, scope, switches });

async function moveEnd(ctx: Ctx, db: Transaction, on: StoredOccurrence, end: Date): Promise<void> {
  await setOccurrenceEnd(db, on.id, end);
  await ctx.jobs.send(db, ADVANCE_JOB, {}, { at: end });
  if (on.switches) await moveSwitches(ctx, db, on.id, end);
}
