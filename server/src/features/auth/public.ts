export { authenticate } from './access-tokens.ts';
export { claimUnusedAdmin, createUser, ensureFirstAdmin } from './accounts.ts';
export { CALLS_A_MINUTE, limitPublicCalls } from './public-limit.ts';
export { signInPages } from './sign-in-pages.ts';
export { hasSession } from './sessions.ts';
export { signingKey } from './signing-keys.ts';
