import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessMark } from './port.ts';

// Places in the line of a process, counted after its name.
const STATE = 0;
const GROUP = 2;
const STARTED = 19;
const DEAD = new Set(['Z', 'X', 'x']);

/** The mark of a process of this host; null when it is gone already. */
export function markOf(pid: number): ProcessMark | null {
  const started = startOf(pid);
  return started === null ? null : { host: hostname(), pid, started };
}

/** True while the process of the mark or one of its group lives on this host. */
export function isGroupAlive({ host, pid, started }: ProcessMark): boolean {
  if (host !== hostname()) return false;
  const now = startOf(pid);
  if (now === started) return true;
  // While a group lives, its number is given to no other process: a leader with another start is a stranger.
  return now === null && hasMembers(pid);
}

/** Resolves when nothing of a group lives, or after two seconds: what hangs in the system cannot be ended. */
export async function groupEnded(pid: number): Promise<void> {
  for (let tries = 0; tries < 100 && hasMembers(pid); tries += 1) await sleep(20);
}

/** Dead processes that nobody has fetched yet count as gone. */
function hasMembers(group: number): boolean {
  if (!signalGroup(group, 0)) return false;
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    const fields = fieldsOf(Number(name));
    return fields !== null && fields[GROUP] === String(group) && !DEAD.has(fields[STATE] ?? '');
  });
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

/** When the system started a living process. */
function startOf(pid: number): string | null {
  const fields = fieldsOf(pid);
  return fields === null || DEAD.has(fields[STATE] ?? '') ? null : (fields[STARTED] ?? null);
}

/** The line of a process after its name, which may hold anything. */
function fieldsOf(pid: number): string[] | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
