export { authenticate } from './sessions/access-tokens.ts';
export { claimUnusedAdmin, createUser, ensureFirstAdmin } from './accounts.ts';
export { CALLS_A_MINUTE, limitPublicCalls } from './public-limit.ts';
export { signInPages } from './pages/sign-in-pages.ts';
export { hasSession } from './sessions/sessions.ts';
export { signingKey } from './sessions/signing-keys.ts';
