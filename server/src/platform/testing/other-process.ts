import { randomUUID } from 'node:crypto';
import type { Ctx } from '../context.ts';
import { ownProcessIdentity } from '../processes/process-identity.ts';
import { putProcess } from '../processes/queries.ts';

/** The identity of a process on another machine. */
export const ELSEWHERE = { host: 'console-2', realm: 'another machine', pid: 4711, started: '1' };

interface Other {
  /** Clock skew of its machine. */
  skewMs?: number;
  /** Runs on another machine. */
  elsewhere?: boolean;
}

/** The context of another console process on the same database. */
export async function otherProcess(ctx: Ctx, { skewMs = 0, elsewhere = false }: Other = {}): Promise<Ctx> {
  const processId = randomUUID();
  await putProcess(ctx.db, processId, elsewhere ? ELSEWHERE : ownProcessIdentity());
  return { ...ctx, processId, clock: { now: () => new Date(ctx.clock.now().getTime() + skewMs) } };
}
