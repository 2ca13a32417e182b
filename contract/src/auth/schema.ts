import { z } from 'zod';

/** What a good sign-in answers [AUTH-02]. `user` is the name shown on the user chip. */
export const verifyAnswer = z.object({
  token: z.string().meta({ description: 'Bearer token of the following calls; valid for ten minutes.' }),
  refreshToken: z.string().meta({ description: 'Exchanged once for a new pair by the refresh call.' }),
  user: z.string(),
});

/** The documents write the request in snake case and the answer in camel case [AUTH-08, AUTH-10]. */
export const refreshBody = z.strictObject({ refresh_token: z.string().min(1).max(512) });

export const refreshAnswer = z.object({ token: z.string(), refreshToken: z.string(), username: z.string() });

/** Tokens to look at; either may be missing or empty. */
export const debugBody = z.strictObject({
  token: z.string().max(8192).nullish(),
  refresh_token: z.string().max(8192).nullish(),
});

export const debugAnswer = z.object({ warnings: z.array(z.string()) });
