import { hash } from 'node:crypto';
import { posix } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import type { ConfigPublishing, PublishTarget } from './port.ts';
import {
  findPlace,
  flushFolder,
  isPlain,
  readPlain,
  removeFile,
  removeLeftBehind,
  replaceFile,
  sftpFault,
  writeFlushed,
} from './sftp-files.ts';
import { createSftpPool, type PoolSettings, type ServerAccess } from './sftp-pool.ts';
import { stagedName, TargetFault } from './target-path.ts';
import { outcomeOf } from './target-step.ts';

const { join } = posix;

/** Holds connections until `close`. */
export interface SftpPublishing extends ConfigPublishing {
  close(): void;
}

/** Publishes over SFTP into `<root of the server>/config/<path>`. Each step, including connecting, takes at most `timeoutMs`. */
export function createSftpPublishing(settings: PoolSettings): SftpPublishing {
  const pool = createSftpPool(settings);
  const step = (target: PublishTarget, work: (access: ServerAccess) => Promise<void>) =>
    outcomeOf(target.host, sftpFault, () => pool.use(target.host, work));
  return {
    stage: (target, file, publicationId) =>
      step(target, async (access) => {
        const staged = stagedName(publicationId);
        const at = await findPlace(access, file.path, true);
        if (!at) throw new TargetFault('The folder could not be created.');
        await writeFlushed(access, at, staged, file.content);
        await removeLeftBehind(access, at, staged);
        await flushFolder(access, at.folder);
      }),
    verify: (target, file, publicationId) =>
      step(target, async (access) => {
        const at = await findPlace(access, file.path, false);
        const staged = at && (await readPlain(access, join(at.folder, stagedName(publicationId))));
        if (!staged) throw new TargetFault('The staged file is missing.');
        if (hash('sha256', staged) !== file.sha256) throw new TargetFault('The staged file is not what was sent.');
      }),
    activate: (target, file, publicationId) =>
      step(target, async (access) => {
        const at = await findPlace(access, file.path, false);
        if (!at) throw new TargetFault('The staged file is missing.');
        const [staged, published] = [join(at.folder, stagedName(publicationId)), join(at.folder, at.file)];
        await isPlain(access, published, 'file');
        if (await isPlain(access, staged, 'file')) {
          if (await replaceFile(access, staged, published)) return flushFolder(access, at.folder);
        }
        const now = await readPlain(access, published);
        if (!now || hash('sha256', now) !== file.sha256) throw new TargetFault('The staged file is missing.');
      }),
    discard: (target, path, publicationId) =>
      step(target, async (access) => {
        const staged = stagedName(publicationId);
        const at = await findPlace(access, path, false);
        if (at) await removeFile(access, join(at.folder, staged));
      }),
    withdraw: (target, path) =>
      step(target, async (access) => {
        const at = await findPlace(access, path, false);
        if (at && (await removeFile(access, join(at.folder, at.file)))) await flushFolder(access, at.folder);
      }),
    async read(target, path) {
      try {
        return await pool.use(target.host, async (access) => {
          const at = await findPlace(access, path, false);
          return at && (await readPlain(access, join(at.folder, at.file)));
        });
      } catch (error) {
        throw new AppError('target_failed', `${target.host}: ${sftpFault(error)}`, { cause: error });
      }
    },
    close: () => pool.close(),
  };
}
