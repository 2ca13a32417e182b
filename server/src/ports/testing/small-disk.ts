import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpensshServer } from './openssh.ts';

/** The disk of one server, which a test can fill and free. */
export interface SmallDisk {
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): void;
}

/** A small mounted file system where root permits it; otherwise a server on which writes fail as on a full disk. */
export function makeSmallDisk(folder: string, server: OpensshServer): SmallDisk {
  mkdirSync(folder, { recursive: true });
  const mounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=755', 'mission-control-test', folder]).status === 0;
  if (!mounted) return limited(server);
  const ballast = join(folder, 'ballast');
  return {
    fill: async () => {
      try {
        writeFileSync(ballast, Buffer.alloc(4 * 1024 * 1024));
      } catch {
        // Expected: the data that fitted stays.
      }
    },
    free: async () => rmSync(ballast, { force: true }),
    remove: () => void spawnSync('umount', ['-l', folder]),
  };
}

function limited(server: OpensshServer): SmallDisk {
  const restart = async (noWriting: boolean) => {
    await server.kill();
    await server.start({ noWriting });
  };
  return { fill: () => restart(true), free: () => restart(false), remove: () => undefined };
}
