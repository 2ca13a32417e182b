import { randomUUID } from 'node:crypto';
import type { Ctx } from '../context.ts';
import { ownMark } from '../processes/process-mark.ts';
import { putProcess } from '../processes/queries.ts';

/** Where a process is that cannot be looked at from here. */
export const ELSEWHERE = { host: 'console-2', realm: 'another machine', pid: 4711, started: '1' };

interface Other {
  /** How far its machine's clock is ahead. */
  skewMs?: number;
  /** On a host that cannot be looked at from here. */
  elsewhere?: boolean;
}

/** Another process of the console on the same database, as itself sees it. */
export async function otherProcess(ctx: Ctx, { skewMs = 0, elsewhere = false }: Other = {}): Promise<Ctx> {
  const processId = randomUUID();
  await putProcess(ctx.db, processId, elsewhere ? ELSEWHERE : ownMark());
  return { ...ctx, processId, clock: { now: () => new Date(ctx.clock.now().getTime() + skewMs) } };
}
