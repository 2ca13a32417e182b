import { z } from 'zod';
import { defineCall } from '../call.ts';

export const verifySignIn = defineCall({
  name: 'verifySignIn',
  method: 'GET',
  path: '/api/authenticate/verify',
  access: 'sign-in',
  summary: 'Signs in with the session cookie (or a valid bearer token); 403 when there is no sign-in.',
  /** [AUTH-02] */
  response: z.object({
    token: z.string().meta({ description: 'Bearer token for the following calls; valid for ten minutes.' }),
    refreshToken: z.string().meta({ description: 'Exchanged once for a new pair by the refresh call.' }),
    /** Shown on the user chip. */
    user: z.string(),
  }),
});

/** The documents use snake case in the request and camel case in the response [AUTH-08, AUTH-10]. */
export const refreshTokens = defineCall({
  name: 'refreshTokens',
  method: 'POST',
  path: '/api/authenticate/refresh',
  access: 'sign-in',
  summary: 'Exchanges a refresh token for a new pair; 401 when it is unknown, used or too old.',
  body: z.strictObject({ refresh_token: z.string().min(1).max(512) }),
  bodyLimit: 4_096,
  status: 201,
  response: z.object({ token: z.string(), refreshToken: z.string(), username: z.string() }),
});

export const logout = defineCall({
  name: 'logout',
  method: 'POST',
  path: '/api/authenticate/logout',
  access: 'sign-in',
  summary: 'Ends the session: its cookie and all of its tokens stop working at once.',
  response: z.object({}),
});

export const debugTokens = defineCall({
  name: 'debugTokens',
  method: 'POST',
  path: '/api/debug',
  access: 'anyone',
  summary: 'Reports what is wrong with the given tokens, which are neither stored nor logged.',
  /** Either may be missing or empty. */
  body: z.strictObject({ token: z.string().max(8192).nullish(), refresh_token: z.string().max(8192).nullish() }),
  bodyLimit: 20_480,
  response: z.object({ warnings: z.array(z.string()) }),
});
