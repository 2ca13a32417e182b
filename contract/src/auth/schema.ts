import { z } from 'zod';

/** Response to a successful sign-in [AUTH-02]. `user` is the name shown on the user chip. */
export const verifyAnswer = z.object({
  token: z.string().meta({ description: 'Bearer token for the following calls; valid for ten minutes.' }),
  refreshToken: z.string().meta({ description: 'Exchanged once for a new pair by the refresh call.' }),
  user: z.string(),
});

/** The documents use snake case in the request and camel case in the response [AUTH-08, AUTH-10]. */
export const refreshBody = z.strictObject({ refresh_token: z.string().min(1).max(512) });

export const refreshAnswer = z.object({ token: z.string(), refreshToken: z.string(), username: z.string() });

/** Tokens to inspect; either may be missing or empty. */
export const debugBody = z.strictObject({
  token: z.string().max(8192).nullish(),
  refresh_token: z.string().max(8192).nullish(),
});

export const debugAnswer = z.object({ warnings: z.array(z.string()) });
