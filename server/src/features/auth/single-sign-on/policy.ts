import { ROLES, type Role } from '@mission-control/contract/call';
import type { IdentityProvider } from '../../../ports/identity/port.ts';

/** How people of a company sign in, and what they may do. */
export interface SingleSignOn {
  provider: IdentityProvider;
  /** Roles by group. */
  roles: Readonly<Record<string, Role>>;
  /** Role of people whose groups have none; without it they are denied. */
  defaultRole?: Role | undefined;
  /** Passwords are not accepted. */
  only: boolean;
  /** Contact for requesting access. */
  contact?: string | undefined;
  /** Address of the console, as people use it. */
  address: () => string;
}

/** The highest role of the groups, or the default one; null when there is none. */
export function roleOfGroups({ roles, defaultRole }: SingleSignOn, groups: readonly string[]): Role | null {
  const granted = new Set(groups.flatMap((group) => (Object.hasOwn(roles, group) ? [roles[group]] : [])));
  return ROLES.findLast((role) => granted.has(role)) ?? defaultRole ?? null;
}

/** Where single sign-on starts. */
export const SINGLE_SIGN_ON_ADDRESS = '/auth/sso';

/** @param again asks for the person even if one is signed in at the provider */
export function singleSignOnUrl(returnTo: string, again = false): string {
  const query = new URLSearchParams({ ...(again && { other: '1' }), return_to: returnTo });
  return `${SINGLE_SIGN_ON_ADDRESS}?${query.toString()}`;
}
