import type { CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/windows/calls';
import { WINDOW_STATES, type WindowInput, type WindowRow } from '@mission-control/contract/windows/schema';
import type { TimeRange } from '@mission-control/contract/windows/rules';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { nextOccurrences } from './calendar.ts';
import { countHosts, countCovered, listWindowRows } from './queries.ts';
import { inputOf } from './window-times.ts';

const SHOWN = 5;

/** All windows: active ones, then upcoming ones by time, then past ones, the latest first. */
export async function listWindows(ctx: Ctx): Promise<CallResponse<typeof calls.listWindows>> {
  const now = ctx.clock.now();
  const windows = (await listWindowRows(ctx.db, now)).map((found) => toRow(found, now.getTime()));
  const place = ({ state }: WindowRow): number => WINDOW_STATES.indexOf(state);
  const time = ({ at }: WindowRow): number => (at === null ? 0 : Date.parse(at.from));
  return {
    windows: windows.toSorted(
      (a, b) => place(a) - place(b) || (a.state === 'past' ? time(b) - time(a) : time(a) - time(b)) || a.id - b.id,
    ),
  };
}

/** @throws AppError('not_found') */
export async function readWindow(ctx: Ctx, id: number): Promise<WindowRow> {
  const now = ctx.clock.now();
  const [found] = await listWindowRows(ctx.db, now, id);
  if (!found) throw noWindow(id);
  return toRow(found, now.getTime());
}

export const noWindow = (id: number): AppError =>
  new AppError('not_found', `There is no window ${id}. It may have been deleted.`);

/** Previews when a window would be active, and what it would cover. */
export async function previewWindow(ctx: Ctx, input: WindowInput): Promise<CallResponse<typeof calls.previewWindow>> {
  const { tenants, switched } = await countCovered(ctx.db, input.scope);
  return {
    next: nextOccurrences(input, ctx.clock.now().getTime(), SHOWN).map(toWire),
    tenants,
    sites: await countHosts(ctx.db, input.scope),
    switched: input.switches ? switched : 0,
  };
}

const toWire = ({ from, to }: TimeRange) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

function toRow({ window, on, last }: Awaited<ReturnType<typeof listWindowRows>>[number], now: number): WindowRow {
  // Skips an occurrence in progress: it was ended early.
  const next = on === null ? nextOccurrences(window, now, 2).find(({ from }) => from > now) : undefined;
  const at = on ?? next ?? last;
  return {
    id: window.id,
    ...inputOf(window),
    state: on ? 'now' : next ? 'coming' : 'past',
    at: at && toWire(at),
    updated_at: window.updatedAt.toISOString(),
    updated_by: window.updatedBy,
  };
}
