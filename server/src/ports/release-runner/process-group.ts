import { setTimeout as sleep } from 'node:timers/promises';
import { hasMembers } from '../../platform/processes/process-mark.ts';

/** Resolves when nothing of a group lives, or after two seconds: what hangs in the system cannot be ended. */
export async function groupEnded(pid: number): Promise<void> {
  for (let tries = 0; tries < 100 && signalGroup(pid, 0) && hasMembers(pid); tries += 1) await sleep(20);
}

/** Sends a signal to all of a group; false when there is none. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
