import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Names a process so that another one with the same number is not taken for it. */
export interface ProcessMark {
  host: string;
  /** Where its number means something: one boot of one system, one PID namespace. Empty where that cannot be told. */
  realm: string;
  /** 0: it was about to be started, and carries the token in its environment. */
  pid: number;
  /** When the system started it, in the system's own units. */
  started: string;
  token?: string;
}

/** What can be said of a process from here. What cannot be seen to be dead is not dead. */
export type Sight = 'alive' | 'dead' | 'unseen';

/** The variable that names a command of a run, so that it can be found although nobody noted its number. */
export const COMMAND_TOKEN = 'CONSOLE_RUN';

// Places in the line of a process, counted after its name.
const STATE = 0;
const GROUP = 2;
const STARTED = 19;
const DEAD = new Set(['Z', 'X', 'x']);

/** The mark of a living process of this realm; null when it is gone already. */
export function markOf(pid: number): ProcessMark | null {
  const started = startOf(pid);
  return started === null ? null : { host: hostname(), realm: ownRealm(), pid, started };
}

/** This process. */
export const ownMark = (): ProcessMark => markOf(process.pid) ?? { ...unstarted(''), pid: process.pid };

/** A command that is about to be started here. */
export const unstarted = (token: string): ProcessMark => ({
  host: hostname(),
  realm: ownRealm(),
  pid: 0,
  started: '',
  token,
});

/** Whether the process of the mark, or one of its group, lives. */
export function lookAt({ realm, pid, started, token }: ProcessMark): Sight {
  if (realm === '' || realm !== ownRealm()) return 'unseen';
  if (pid === 0) return token !== undefined && carriesToken(token) ? 'alive' : 'dead';
  const now = startOf(pid);
  // While a group lives, its number is given to no other process: a leader with another start is a stranger.
  return now === started || (now === null && hasMembers(pid)) ? 'alive' : 'dead';
}

/** Dead processes that nobody has fetched yet count as gone. */
export function hasMembers(group: number): boolean {
  return processNumbers().some((pid) => {
    const fields = fieldsOf(pid);
    return fields !== null && fields[GROUP] === String(group) && !DEAD.has(fields[STATE] ?? '');
  });
}

function carriesToken(token: string): boolean {
  const wanted = `${COMMAND_TOKEN}=${token}`;
  return processNumbers().some((pid) => readText(`/proc/${pid}/environ`)?.split('\0').includes(wanted) ?? false);
}

let realm: string | undefined;

function ownRealm(): string {
  if (realm !== undefined) return realm;
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
  try {
    realm = boot && `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    realm = '';
  }
  return realm;
}

const processNumbers = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** When the system started a living process. */
function startOf(pid: number): string | null {
  const fields = fieldsOf(pid);
  return fields === null || DEAD.has(fields[STATE] ?? '') ? null : (fields[STARTED] ?? null);
}

/** The line of a process after its name, which may hold anything. */
function fieldsOf(pid: number): string[] | null {
  const line = readText(`/proc/${pid}/stat`);
  return line === null ? null : line.slice(line.lastIndexOf(')') + 2).split(' ');
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
