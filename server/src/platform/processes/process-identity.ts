import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process despite reused process ids. */
export interface ProcessIdentity {
  host: string;
  /** Scope of the process id, or of the token if there is no id yet: see `ownRealm` and `tokenRealm`. Empty if unknown. */
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

/** The identity of a live process of this realm; null when it is gone. */
export function processIdentityOf(pid: number): ProcessIdentity | null {
  const found = readStat(pid, '/proc');
  return found?.isLive ? { host: hostname(), realm: ownRealm(), pid, started: found.started } : null;
}

export const ownProcessIdentity = (): ProcessIdentity =>
  processIdentityOf(process.pid) ?? { ...pendingIdentity(''), pid: process.pid };

/** The identity of a command about to be started here. */
export const pendingIdentity = (token: string): ProcessIdentity => ({
  host: hostname(),
  realm: tokenRealm(),
  pid: 0,
  started: '',
  token,
});

/**
 * Whether the identified process, or a member of its group, is alive.
 * @param proc replaces /proc in tests
 */
export function livenessOf({ realm, pid, started, token }: ProcessIdentity, proc = '/proc'): Liveness {
  if (realm === '' || realm !== (pid === 0 ? tokenRealm() : ownRealm())) return 'unseen';
  if (pid === 0) return token !== undefined && carriesToken(token) ? 'alive' : 'dead';
  const found = readStat(pid, proc);
  // While a group lives, its id is not reused: a leader with another start time is a different process.
  if (found?.isLive) return found.started === started ? 'alive' : 'dead';
  const group = groupLiveness(pid, proc);
  return group === 'dead' && !found && processExists(pid) ? 'unseen' : group;
}

/** Whether a process group has live members; zombies do not count. */
export function groupLiveness(group: number, proc = '/proc'): Liveness {
  const members = processNumbers(proc)
    .map((pid) => readStat(pid, proc))
    .filter((found) => found?.group === group);
  if (members.some((found) => found?.isLive)) return 'alive';
  return members.length === 0 && processExists(-group) ? 'unseen' : 'dead';
}

/** Whether a process exists, or a group if negative, even if /proc hides it: `ProtectProc=invisible` of systemd does. Zombies count. */
export function processExists(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function carriesToken(token: string): boolean {
  const wanted = `${COMMAND_TOKEN}=${token}`;
  return processNumbers('/proc').some((pid) => readText(`/proc/${pid}/environ`)?.split('\0').includes(wanted) ?? false);
}

/** Id of this boot of the system; null where it is not exposed. */
export const bootId = (): string | null => readText('/proc/sys/kernel/random/boot_id')?.trim() ?? null;

let realm: string | undefined;

/** Scope of process ids: one boot of one system, one PID namespace. */
function ownRealm(): string {
  if (realm !== undefined) return realm;
  const boot = bootId();
  const pids = namespaceOf('pid');
  return (realm = boot && pids ? `${boot} ${pids}` : '');
}

/** Scope of tokens: the same user in the same user namespace. Others may be unable to read the environment, or to see the process at all. */
const tokenRealm = (): string => ownRealm() && `${ownRealm()} ${namespaceOf('user')} ${process.getuid?.()}`;

/** Id of a namespace of this process; empty where it is not exposed. */
export function namespaceOf(kind: 'pid' | 'user'): string {
  try {
    return readlinkSync(`/proc/self/ns/${kind}`);
  } catch {
    return '';
  }
}

/** Ids of the processes that /proc shows; none on systems without it. */
const processNumbers = (proc: string): number[] =>
  (existsSync(proc) ? readdirSync(proc) : []).filter((name) => /^\d+$/.test(name)).map(Number);

interface Stat {
  isLive: boolean;
  group: number;
  started: string;
}

/** The state of a process; null if it is gone or hidden. */
function readStat(pid: number, proc: string): Stat | null {
  const line = readText(`${proc}/${pid}/stat`);
  if (line === null) return null;
  // The process name may contain anything.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return { isLive: !DEAD.has(fields[STATE] ?? ''), group: Number(fields[GROUP]), started: fields[STARTED] ?? '' };
}

/** The text of a file; null when it cannot be read. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
