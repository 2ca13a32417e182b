import { NodeFS } from '@electric-sql/pglite/nodefs';

type Operation = (...args: unknown[]) => unknown;
interface Operations {
  node_ops: { mknod: Operation; setattr: Operation };
  stream_ops: { setattr: Operation; write: Operation };
}
interface Stream {
  node?: { name?: string; parent?: { name?: string } };
}

/** Permissions of group and others, which are removed: the database itself requests mode 666. */
const OTHERS = 0o077;
const CHECK_MS = 250;

/** File system of the embedded database: readable by the owner only, and written only while the lock is held. */
export class GuardedFiles extends NodeFS {
  readonly #assertLockHeld: () => void;

  constructor(directory: string, assertLockHeld: () => void) {
    super(directory);
    this.#assertLockHeld = assertLockHeld;
  }

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given);
    const guard = (module: unknown): void =>
      guardOperations((module as { NODEFS: Operations }).NODEFS, this.#assertLockHeld);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [guard, ...(emscriptenOpts.preRun ?? [])].flat() } };
  }
}

function guardOperations({ node_ops: nodes, stream_ops: streams }: Operations, assertLockHeld: () => void): void {
  const { mknod, setattr } = nodes;
  nodes.mknod = (parent, name, mode, device) => mknod(parent, name, (mode as number) & ~OTHERS, device);
  nodes.setattr = (node, change) => setattr(node, withoutOthers(change));
  const { setattr: setStream, write } = streams;
  streams.setattr = (stream, change) => setStream(stream, withoutOthers(change));
  let checkedAt = Number.NEGATIVE_INFINITY;
  streams.write = (stream, ...args) => {
    const now = performance.now();
    // Every write to the WAL is checked, since each commit makes one. For other files, a check after a suspension of the process is enough.
    if (isLog(stream as Stream) || now - checkedAt > CHECK_MS) assertLockHeld();
    checkedAt = now;
    return write(stream, ...args);
  };
}

const isLog = ({ node }: Stream): boolean => node?.parent?.name === 'pg_wal';

const withoutOthers = (change: unknown): unknown => {
  const { mode } = change as { mode?: number };
  return mode === undefined || mode === null ? change : { ...(change as object), mode: mode & ~OTHERS };
};
