import { AppError } from '../platform/errors.ts';
import { jsonOf } from '../platform/http/read-body.ts';
import { statusText } from '../platform/http/target-error.ts';
import type { SiteClient } from '../platform/http/site-client.ts';

/** One login to a leisure hub on behalf of a person. */
interface HubLogin {
  /** Host of the hub, requested over https. */
  domain: string;
  secret: string;
  clientId: string;
  personId: string;
  basketId?: string | undefined;
}

/** The partner login of a leisure hub, which signs in a tenant's person without a separate password. */
export interface LeisureHub {
  /** Hosts that a login may redirect a browser to; `*.example.com` matches every host below example.com. */
  hosts: readonly string[];
  /** A note for operators about this installation's hub; '' for none. */
  note: string;
  /**
   * Returns the hub's authAddress unchecked, undefined when it sent none; `refused` when the hub rejects the login.
   * @throws AppError('target_failed') when the request to the hub failed; no message contains the secret
   */
  logIn(login: HubLogin): Promise<{ refused: true } | { refused: false; authAddress: unknown }>;
}

interface HttpLeisureHubOptions extends Pick<LeisureHub, 'hosts' | 'note'> {
  sites: SiteClient;
}

const MAX_BYTES = 64 * 1024;
/** Statuses with which hubs reject the client, its secret or the person. */
const REFUSED = new Set([400, 401, 403, 404, 409, 422]);

/** Uses the hubs' HTTP interface: a form to POST /partner/login, answered with an authAddress in JSON. */
export function createHttpLeisureHub({ sites, hosts, note }: HttpLeisureHubOptions): LeisureHub {
  return {
    hosts,
    note,
    async logIn({ domain, secret, clientId, personId, basketId }) {
      const form = new URLSearchParams({ secret, client_id: clientId, person_id: personId });
      if (basketId !== undefined) form.set('basket_id', basketId);
      const { status, body } = await sites.send({
        url: `https://${domain}/partner/login`,
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        maxBytes: MAX_BYTES,
      });
      if (REFUSED.has(status)) return { refused: true };
      if (status >= 200 && status < 300) return { refused: false, authAddress: addressOf(body) };
      throw new AppError('target_failed', `${domain} ${statusText(status)}`);
    },
  };
}

/** The authAddress of a response; undefined when it is invalid JSON or has none. */
function addressOf(body: Buffer): unknown {
  const answer = jsonOf(body);
  return typeof answer === 'object' && answer !== null && 'authAddress' in answer ? answer.authAddress : undefined;
}
