export { authenticate } from './sessions/access-tokens.ts';
export { canonicalName, claimUnusedAdmin, createUser, ensureFirstAdmin } from './accounts.ts';
export { addPerson, changePerson, listPeople, makePasswordLink } from './people/people.ts';
export { endSessions } from './people/person-sessions.ts';
export { CALLS_A_MINUTE, limitPublicCalls } from './public-limit.ts';
export type { SingleSignOn } from './single-sign-on/policy.ts';
export { signInPages } from './pages/sign-in-pages.ts';
export { hasSession } from './sessions/sessions.ts';
export { signingKey } from './sessions/signing-keys.ts';
