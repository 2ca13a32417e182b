export { authenticate } from './access-tokens.ts';
export { claimUnusedAdmin, createUser, ensureFirstAdmin } from './accounts.ts';
export { signInPages } from './sign-in-pages.ts';
export { signingKey } from './signing-keys.ts';
export { ipKey } from './throttle.ts';
