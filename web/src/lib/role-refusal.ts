import { roleIncludes, type Call, type CallResponse, type Role } from '@mission-control/contract/call';
import { getConsole } from '@mission-control/contract/help/calls';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from './api/query.ts';

/** User and role of the session; undefined until loaded. */
export function useConsole(enabled = true): CallResponse<typeof getConsole> | undefined {
  return useQuery({ ...queryOf(getConsole, {}), staleTime: Infinity, enabled }).data;
}

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  viewer: 'a viewer',
  operator: 'an operator',
  'release-manager': 'a release manager',
  admin: 'an admin',
};

/**
 * Why the user may not make a call, for its button; null when allowed, or while the role is unknown (the server decides).
 * @param action completes the sentence: `deploy`
 */
export function useRoleRefusal({ access }: Pick<Call, 'access'>, action: string): string | null {
  const data = useConsole();
  if (!data || access === 'anyone' || access === 'sign-in' || access === 'environment') return null;
  if (roleIncludes(data.role, access)) return null;
  return `Only ${ROLE_WORDS[access]}${access === 'admin' ? '' : ' or an admin'} may ${action}. You are ${ROLE_WORDS[data.role]}.`;
}
