import type { Services } from '../context.ts';
import type { OpenDatabase } from '../database/database.ts';
import { ownMark } from './process-mark.ts';
import { forgetProcesses, judgeProcesses, lockNumber, putProcess, removeProcess } from './queries.ts';

const LOOK_MS = 1_000;

/** This process among those of the installation. */
interface Joined {
  /** For the end, when nothing that this process began runs any more. */
  leave(): Promise<void>;
}

/**
 * Says that this process is there, and looks now and then which of the others are: the first look has been taken when this
 * resolves.
 * @param onLook ends what belongs to those that are gone; called after each look
 */
export async function joinProcesses(
  open: OpenDatabase,
  services: Services,
  onLook: () => Promise<void>,
): Promise<Joined> {
  const { db, log, processId } = services;
  const alone = open.kind === 'embedded';
  await putProcess(db, processId, ownMark());
  const giveBack = await open.hold(await lockNumber(db, processId));
  const look = async (): Promise<void> => {
    // Another process may have taken this one for gone while its session was lost.
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
      looking = look().catch((error: unknown) =>
        log.warn({ err: error }, 'the other processes could not be looked at'),
      );
      void looking.then(() => stopped || again());
    }, LOOK_MS);
  };
  let stopped = false;
  again();
  return {
    async leave() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      await removeProcess(db, processId).catch((error: unknown) =>
        log.warn({ err: error }, 'this process could not say that it leaves'),
      );
      await giveBack();
    },
  };
}
