import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AppError } from '../platform/errors.ts';
import { createAddressRules } from '../platform/http/address-rules.ts';
import { createSiteClient, type SiteClient } from '../platform/http/site-client.ts';
import type { Log } from '../platform/log/log.ts';
import type { Env } from './env.ts';
import { hasSandbox } from './sandbox.ts';

const SANDBOX_SITES = fileURLToPath(new URL('../../../sandbox/src/sites/main.ts', import.meta.url));

/** The way to the tenants' sites. */
export interface Sites {
  client: SiteClient;
  /** Ends the sandbox's sites where they run. */
  close(): void;
}

/**
 * The client for the tenants' sites as the settings say. With the sandbox fleet its sites run in a process of their own and are
 * the gateway (decision 0019); the start of the console does not wait for them, a request does.
 */
export function openSites(env: Env, log: Log): Sites {
  const options = { rules: createAddressRules(env.SITES_NETWORKS ?? []), ports: env.SITES_PORTS ?? [] };
  if (env.SITES_GATEWAY !== undefined || !hasSandbox(env)) {
    return { client: createSiteClient({ ...options, gateway: env.SITES_GATEWAY }), close: () => undefined };
  }
  const child = spawn(process.execPath, [SANDBOX_SITES], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // The settings of the console, its secrets among them, are none of their business.
    env: {},
  });
  // It ends with its input: with the console, however that ends.
  child.stdin.on('error', () => {});
  child.unref();
  const client = addressOf(child).then((gateway) => createSiteClient({ ...options, gateway }));
  client.catch((error: unknown) => log.error({ err: error }, 'the sites of the sandbox did not start'));
  return {
    client: {
      send: async (request) => (await client).send(request),
      connect: async (connection) => (await client).connect(connection),
    },
    close: () => void child.stdin.end(),
  };
}

/** Reads where the process listens. @throws AppError('target_failed') when it ends before it says so */
async function addressOf(child: ChildProcessByStdio<Writable, Readable, null>): Promise<string> {
  const failed = new AppError('target_failed', 'The sites of the sandbox do not run. Start the console again.');
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
