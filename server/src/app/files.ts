import { join } from 'node:path';
import { systemRandom } from '../platform/clock.ts';
import { createDirectoryFiles } from '../ports/files/directory-driver.ts';
import type { Files } from '../ports/files/port.ts';
import type { Env } from './env.ts';

/** Where logos and generated branding are kept. Their addresses begin with PUBLIC_URL, since e-mails and tenants' sites use them. */
export function openFiles(env: Env, dataDir: string): Files {
  const publicUrl = env.PUBLIC_URL?.replace(/\/+$/, '') ?? '';
  return createDirectoryFiles({ root: join(dataDir, 'files'), publicUrl, uniqueName: () => systemRandom.uuid() });
}
