import type { Services } from '../context.ts';
import type { OpenDatabase } from '../database/database.ts';
import { repeat } from '../repeat.ts';
import { ownProcessIdentity } from './process-identity.ts';
import { forgetProcesses, detectDeadProcesses, lockNumber, putProcess, removeProcess } from './queries.ts';

const POLL_MS = 1_000;

/** The registration of this process. */
interface Joined {
  /** Deregisters; call it when all work of this process has ended. */
  leave(): Promise<void>;
}

/**
 * Registers this process and periodically checks which others are alive. Resolves after the first check.
 * @param onPoll cleans up after dead processes; called after each check
 */
export async function joinProcesses(
  open: OpenDatabase,
  services: Services,
  onPoll: () => Promise<void>,
): Promise<Joined> {
  const { db, log, processId } = services;
  const alone = open.kind === 'embedded';
  await putProcess(db, processId, ownProcessIdentity());
  const release = await open.hold(await lockNumber(db, processId));
  const poll = async (): Promise<void> => {
    // Another process may have declared this one dead while its session was lost.
    await putProcess(db, processId, ownProcessIdentity());
    await detectDeadProcesses(db, processId, { alone });
    await onPoll();
  };
  await poll();
  await forgetProcesses(db);
  const report = (error: unknown) => log.warn({ err: error }, 'the other processes could not be checked');
  const polling = repeat(POLL_MS, poll, report, POLL_MS);
  return {
    async leave() {
      await polling.stop();
      await removeProcess(db, processId).catch((error: unknown) =>
        log.warn({ err: error }, 'this process could not deregister'),
      );
      await release();
    },
  };
}
