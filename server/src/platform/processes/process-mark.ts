import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process despite reused process ids. */
export interface ProcessMark {
  host: string;
  /** Scope of the process id: one boot of one system, one PID namespace. Empty if unknown. */
  realm: string;
  /** 0: about to be started; identified by the token in its environment. */
  pid: number;
  /** Start time in the system's own units. */
  started: string;
  token?: string;
}

/** Liveness as seen from this process. Only what is proven dead counts as dead. */
export type Liveness = 'alive' | 'dead' | 'unseen';

/** Environment variable that identifies a command of a run, even if its process id was never recorded. */
export const COMMAND_TOKEN = 'CONSOLE_RUN';

// Field offsets in /proc/<pid>/stat, counted after the process name.
const STATE = 0;
const GROUP = 2;
const STARTED = 19;
const DEAD = new Set(['Z', 'X', 'x']);

/** The mark of a live process of this realm; null when it is gone. */
export function markOf(pid: number): ProcessMark | null {
  const started = startOf(pid);
  return started === null ? null : { host: hostname(), realm: ownRealm(), pid, started };
}

export const ownMark = (): ProcessMark => markOf(process.pid) ?? { ...unstarted(''), pid: process.pid };

/** The mark of a command about to be started here. */
export const unstarted = (token: string): ProcessMark => ({
  host: hostname(),
  realm: ownRealm(),
  pid: 0,
  started: '',
  token,
});

/** Whether the process of the mark, or a member of its group, is alive. */
export function livenessOf({ realm, pid, started, token }: ProcessMark): Liveness {
  if (realm === '' || realm !== ownRealm()) return 'unseen';
  if (pid === 0) return token !== undefined && carriesToken(token) ? 'alive' : 'dead';
  const now = startOf(pid);
  // While a group lives, its id is not reused: a leader with another start time is a different process.
  return now === started || (now === null && hasMembers(pid)) ? 'alive' : 'dead';
}

/** Whether a process group has live members; zombies do not count. */
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

/** Start time of a live process. */
function startOf(pid: number): string | null {
  const fields = fieldsOf(pid);
  return fields === null || DEAD.has(fields[STATE] ?? '') ? null : (fields[STARTED] ?? null);
}

/** Fields of /proc/<pid>/stat after the process name, which may contain anything. */
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
