import { createAddressRules } from '../../platform/http/address-rules.ts';
import { createSiteClient } from '../../platform/http/site-client.ts';
import type { Translations } from '../../ports/translations/port.ts';
import { createStraker, noTranslations } from '../../ports/translations/straker-driver.ts';
import type { Env } from '../settings/env.ts';
import { hasSandbox } from './sandbox.ts';
import type { Sites } from './sites.ts';

/** Address and token of the sandbox's stand-in. */
const SANDBOX = { address: 'http://straker.sandbox.example', token: 'sandbox' };

/** The configured translation service; that of the sandbox runs with its sites. */
export function openTranslations(env: Env, sites: Sites): Translations {
  const { STRAKER_URL: url, STRAKER_TOKEN: token } = env;
  if (token !== undefined) {
    const client = createSiteClient({
      rules: createAddressRules(env.SITES_NETWORKS ?? []),
      ports: env.SITES_PORTS ?? [],
    });
    return createStraker({ client, address: url.replace(/\/+$/, ''), token });
  }
  return hasSandbox(env) ? createStraker({ client: sites.client, ...SANDBOX }) : noTranslations;
}
