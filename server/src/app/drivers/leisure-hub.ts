import type { LeisureHub } from '../../ports/leisure-hub/port.ts';
import { createHttpLeisureHub } from '../../ports/leisure-hub/http-driver.ts';
import type { Env } from '../settings/env.ts';
import { hasSandbox } from './sandbox.ts';
import type { Sites } from './sites.ts';

/** Hosts and secret of the sandbox's stand-in. */
const SANDBOX = {
  hosts: ['*.leisurehub.sandbox.example'],
  note: 'The hub of the sandbox takes the secret “sandbox”. Where it leads exists nowhere, so the browser will not find it.',
};

/** The configured leisure hubs; those of the sandbox run with its sites. */
export function openLeisureHub(env: Env, { client: sites }: Sites): LeisureHub {
  const hosts = env.LEISURE_HUB_HOSTS;
  if (hosts === undefined && hasSandbox(env)) return createHttpLeisureHub({ sites, ...SANDBOX });
  return createHttpLeisureHub({ sites, hosts: hosts ?? [], note: '' });
}
