import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../platform/errors.ts';
import { createAddressRules } from '../../platform/http/address-rules.ts';
import { createSiteClient, type SiteClient, type SiteSettings } from '../../platform/http/site-client.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Env } from '../settings/env.ts';
import { fleetFolder, hasSandbox } from './sandbox.ts';

/** The rules for hosts that tenants' data or other settings name. */
export const siteOptions = ({ SITES_NETWORKS = [], SITES_PORTS = [] }: Env) => ({
  rules: createAddressRules(SITES_NETWORKS),
  ports: SITES_PORTS,
});

const SANDBOX_SITES = fileURLToPath(new URL('../../../../sandbox/src/sites/main.ts', import.meta.url));

/** Access to the tenants' sites. */
export interface Sites {
  client: SiteClient;
  /** For a client in another thread. */
  settings: Promise<SiteSettings>;
  /** Ends the sandbox's sites, if any. */
  close(): void;
}

/**
 * The configured client for tenants' sites. With the sandbox fleet, the sites run in a separate process that acts as the gateway (decision
 * 0019); requests wait for it, but the start of the console does not.
 */
export function openSites(env: Env, dataDir: string, log: Log): Sites {
  const shared: SiteSettings = { networks: env.SITES_NETWORKS ?? [], ports: env.SITES_PORTS ?? [] };
  const options = siteOptions(env);
  if (env.SITES_GATEWAY !== undefined || !hasSandbox(env)) {
    const settings = Promise.resolve({ ...shared, gateway: env.SITES_GATEWAY });
    return { client: createSiteClient({ ...options, gateway: env.SITES_GATEWAY }), settings, close: () => undefined };
  }
  const fleet = fleetFolder(env, dataDir);
  const child = spawn(process.execPath, [SANDBOX_SITES, ...(fleet === null ? [] : [fleet])], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Keeps the console's settings and secrets from the process.
    env: {},
  });
  // The child exits when its stdin closes, and thus whenever the console ends, for any reason.
  child.stdin.on('error', () => {});
  child.unref();
  const settings = addressOf(child).then((gateway) => ({ ...shared, gateway }));
  const client = settings.then(({ gateway }) => createSiteClient({ ...options, gateway }));
  client.catch((error: unknown) => log.error({ err: error }, 'the sandbox sites did not start'));
  return {
    client: {
      send: async (request) => (await client).send(request),
      connect: async (connection) => (await client).connect(connection),
    },
    settings,
    close: () => void child.stdin.end(),
  };
}

/** Reads the process's listening address. @throws AppError('target_failed') when it exits first */
async function addressOf(child: ChildProcessByStdio<Writable, Readable, null>): Promise<string> {
  const failed = new AppError('target_failed', 'The sandbox sites are not running. Restart the console.');
  const ended = once(child, 'exit').then(
    () => Promise.reject(failed),
    (error: unknown) => Promise.reject(new AppError('target_failed', failed.message, { cause: error })),
  );
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const [said] = await Promise.race([line, ended]);
  ended.catch(() => {});
  const address = /^Sites answer on (http:\S+)$/.exec(said)?.[1];
  if (address === undefined) throw failed;
  return address;
}
