import type { Services } from '../context.ts';
import type { OpenDatabase } from '../database/database.ts';
import { ownMark } from './process-mark.ts';
import { forgetProcesses, judgeProcesses, lockNumber, putProcess, removeProcess } from './queries.ts';

const POLL_MS = 1_000;

/** The registration of this process. */
interface Joined {
  /** Deregisters; call it when all work of this process has ended. */
  leave(): Promise<void>;
}

/**
 * Registers this process and periodically checks which others are alive. Resolves after the first check.
 * @param onLook cleans up after dead processes; called after each check
 */
export async function joinProcesses(
  open: OpenDatabase,
  services: Services,
  onLook: () => Promise<void>,
): Promise<Joined> {
  const { db, log, processId } = services;
  const alone = open.kind === 'embedded';
  await putProcess(db, processId, ownMark());
  const release = await open.hold(await lockNumber(db, processId));
  const look = async (): Promise<void> => {
    // Another process may have declared this one dead while its session was lost.
    await putProcess(db, processId, ownMark());
    await judgeProcesses(db, processId, { alone });
    await onLook();
  };
  await look();
  await forgetProcesses(db);
  let looking = Promise.resolve();
  let timer: NodeJS.Timeout;
  const again = (): void => {
    timer = setTimeout(() => {
      looking = look().catch((error: unknown) => log.warn({ err: error }, 'the other processes could not be checked'));
      void looking.then(() => stopped || again());
    }, POLL_MS);
  };
  let stopped = false;
  again();
  return {
    async leave() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      await removeProcess(db, processId).catch((error: unknown) =>
        log.warn({ err: error }, 'this process could not deregister'),
      );
      await release();
    },
  };
}
