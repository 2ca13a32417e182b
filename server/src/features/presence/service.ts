import type { PresentPerson } from '@mission-control/contract/presence/calls';
import { limitCalls } from '../../platform/calls/limit-calls.ts';
import { systemCtx, type Ctx, type Services } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { deleteExpired, deletePresence, putPresence, renewPresences, selectPresent } from './queries.ts';

const CALLS_A_MINUTE = 240;
/** Maximum tabs of one person. */
const MAX_TABS = 50;
/** A third of the time after which a tab counts as gone. */
const BEAT_MS = 10_000;

/** The caller. @throws AppError('role_denied') for jobs, AppError('too_many_attempts') */
function personOf(ctx: Ctx): number {
  const { kind, id } = ctx.actor;
  if (kind !== 'user' || id === null) throw new AppError('role_denied', 'Presence requires a user session.');
  limitCalls(ctx, `presence ${id}`, CALLS_A_MINUTE, 'You open pages too often');
  return id;
}

/** The other people who have the page open. @param tab the caller's, which is excluded */
export async function getPresence(ctx: Ctx, page: string, tab: string): Promise<{ people: PresentPerson[] }> {
  return { people: await selectPresent(ctx.db, { page, tab, userId: personOf(ctx) }) };
}

/** Records where a tab is; others are notified only of a change. */
export async function setPresence(
  ctx: Ctx,
  page: string,
  { tab, editing }: { tab: string; editing: boolean },
): Promise<Record<string, never>> {
  await putPresence(ctx, { tab, userId: personOf(ctx), page, editing }, MAX_TABS);
  return {};
}

/** Records that a tab has left the page. */
export async function endPresence(ctx: Ctx, page: string, tab: string): Promise<Record<string, never>> {
  await deletePresence(ctx, { tab, userId: personOf(ctx), page });
  return {};
}

/** Renews the tabs connected to this process, and ends those that no process renews. */
export interface PresenceBeat {
  /** Counts a connection of a tab until the returned function is called. */
  connect(tab: string, userId: number): () => void;
  beat(): Promise<void>;
}

/** Sends heartbeats while a tab is connected. */
export function createPresenceBeat(services: Services): PresenceBeat {
  const connections = new Set<{ tab: string; user_id: number }>();
  const ctx = systemCtx(services, 'presence');
  let timer: NodeJS.Timeout | undefined;
  async function beat(): Promise<void> {
    await renewPresences(services.db, [...connections]);
    await deleteExpired(ctx);
  }
  const tick = (): void =>
    void beat().catch((error: unknown) => services.log.warn({ err: error }, 'presence could not be renewed'));
  return {
    beat,
    connect(tab, userId) {
      const connection = { tab, user_id: userId };
      connections.add(connection);
      timer ??= setInterval(tick, BEAT_MS);
      return () => {
        connections.delete(connection);
        if (connections.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
