import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemCtx } from '../../platform/context.ts';
import { prepareSchema } from '../../platform/database/roles.ts';
import { AppError } from '../../platform/errors.ts';
import { featureJobs } from '../features.ts';
import { openServices } from '../open-services.ts';
import { readEnv, type Env } from '../settings/env.ts';
import { proveSecretsKey } from '../settings/secrets-key.ts';
import type { OpenConsole } from './command.ts';

/**
 * Runs a command on the configured database, with its secrets key proven. Audited as `console command`.
 * @throws AppError('refused') where no console has been started yet
 */
export async function withConsole<T>(
  work: (console: OpenConsole) => Promise<T>,
  source?: Record<string, string | undefined>,
): Promise<T> {
  const env = readEnv(source);
  refuseNew(env);
  // A command needs only the database.
  const settings: Env = { ...env, LOG_LEVEL: 'error', SANDBOX: false, PROCESS: 'web' };
  const { services, open, queue, outside, dataDir } = await openServices(settings);
  try {
    await prepareSchema(open, env.DATABASE_OWNER_URL, services.log);
    await proveSecretsKey(services);
    const ctx = { ...systemCtx(services, 'console command'), requestId: `command-${services.processId.slice(0, 8)}` };
    const address = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
    const prepareJobs = () => open.exclusively(() => queue.prepare(featureJobs(services, settings)));
    const print = (text: string) => void process.stderr.write(text);
    return await open.withLongTimeouts(() => work({ ctx, open, dataDir, address, print, prepareJobs }));
  } finally {
    await queue.stop(0);
    outside.publishing.close();
    outside.sites.close();
    await open.close();
  }
}

/** Opening would create what is missing, and the command would work on a new database or with a new key. */
function refuseNew({ DATA_DIR, DATABASE_URL, SECRETS_KEY, LICENCE_KEYS }: Env): void {
  const dataDir = resolve(DATA_DIR);
  const needed = { database: DATABASE_URL, 'secrets.key': SECRETS_KEY, 'licence.keys': LICENCE_KEYS };
  for (const [name, setting] of Object.entries(needed))
    if (setting === undefined && !existsSync(join(dataDir, name)))
      throw new AppError(
        'refused',
        `There is no console in DATA_DIR (${dataDir}): ${name} is missing. Run commands with the settings of the console (docs/operating.md, "Commands"), and start a new console first.`,
      );
}
