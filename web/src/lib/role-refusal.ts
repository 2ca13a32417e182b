import { roleIncludes, type Call, type CallResponse, type Role } from '@mission-control/contract/call';
import { getConsole } from '@mission-control/contract/help/calls';
import { useQuery } from '@tanstack/react-query';
import { queryOf, RETRY_MS } from './api/query.ts';

/** User and role of the session; undefined until loaded. Retried after every failure: without the role, no action is available. */
export function useConsole(enabled = true): CallResponse<typeof getConsole> | undefined {
  return useQuery({
    ...queryOf(getConsole, {}),
    staleTime: Infinity,
    refetchInterval: ({ state: { error } }) => error !== null && error.code !== 'not_signed_in' && RETRY_MS,
    enabled,
  }).data;
}

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  viewer: 'a viewer',
  operator: 'an operator',
  'release-manager': 'a release manager',
  admin: 'an admin',
};

const ROLE_UNKNOWN = 'Your role is not known yet.';

/**
 * Why the user may not make a call, for its button; null when allowed. While the role is unknown, only what every user may do is allowed.
 * @param action completes the sentence: `deploy`
 */
export function useRoleRefusal({ access }: Pick<Call, 'access'>, action: string): string | null {
  const role = useConsole()?.role;
  if (access === 'anyone' || access === 'sign-in' || access === 'environment') return null;
  if (roleIncludes(role ?? 'viewer', access)) return null;
  if (role === undefined) return ROLE_UNKNOWN;
  return `Only ${ROLE_WORDS[access]}${access === 'admin' ? '' : ' or an admin'} may ${action}. You are ${ROLE_WORDS[role]}.`;
}

/** The same for what a page shows. Null while the role is unknown too: the page loads meanwhile, and the server decides. */
export function useReadRefusal(call: Pick<Call, 'access'>, action: string): string | null {
  const refusal = useRoleRefusal(call, action);
  return refusal === ROLE_UNKNOWN ? null : refusal;
}
