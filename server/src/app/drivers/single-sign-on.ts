import type { SingleSignOn } from '../../features/auth/public.ts';
import { createOidcProvider } from '../../ports/identity/oidc-driver.ts';
import type { Env } from '../settings/env.ts';

/**
 * The configured identity provider; undefined without one. It is not contacted before someone signs in.
 * @param address returns the address of the console, as people use it
 */
export function openSingleSignOn(env: Env, address: () => string): SingleSignOn | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  const provided = { issuer, clientId, clientSecret, scope: env.OIDC_SCOPE, roleClaim: env.OIDC_ROLE_CLAIM };
  return {
    provider: createOidcProvider(provided),
    roles: env.OIDC_ROLES ?? {},
    defaultRole: env.OIDC_DEFAULT_ROLE,
    only: env.OIDC_ONLY ?? false,
    contact: env.OIDC_CONTACT,
    address,
  };
}
