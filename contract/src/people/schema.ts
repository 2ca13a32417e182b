import { z } from 'zod';
import { ROLES } from '../call.ts';
import { idParams } from '../id.ts';

/** How a person may sign in. */
const SIGN_IN_METHODS = ['password', 'passkey', 'single-sign-on'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** `invited`: has not yet set a password. */
export const PERSON_STATES = ['active', 'invited', 'disabled', 'deleted'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;
/** Lifetime in hours of a one-time link to set a password. */
export const LINK_HOURS = 24;
/** Days for which a deleted person can be restored. */
export const RESTORE_DAYS = 30;
/** Minutes after a sign-in or a password confirmation during which people may make changes that outlive their session (0095). */
export const CONFIRMED_MINUTES = 10;

const name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'must contain only visible characters')
  .refine((text) => text === text.trim(), 'must not begin or end with a space');
const role = z.enum(ROLES);
/** ISO 8601, UTC. */
const instant = z.string();

export const person = z.object({
  id: z.int(),
  name: z.string(),
  role,
  state: z.enum(PERSON_STATES),
  /** Who disabled or deleted the person, and when. */
  state_by: z.string().nullable(),
  state_at: instant.nullable(),
  signs_in_by: z.array(z.enum(SIGN_IN_METHODS)),
  /** Expiry of the one-time link; null without one. */
  link_ends_at: instant.nullable(),
  last_seen_at: instant.nullable(),
  sessions: z.int(),
  created_at: instant,
  /** The only remaining active admin, who cannot be disabled, demoted or deleted. */
  last_admin: z.boolean(),
});
export type Person = z.infer<typeof person>;

const session = z.object({
  id: z.string(),
  /** Browser and system, as reported by the browser; null if it reports neither. */
  device: z.string().nullable(),
  address: z.string().nullable(),
  started_at: instant,
  last_seen_at: instant,
  ends_at: instant,
  /** True for the caller's current session. */
  current: z.boolean(),
});
export type PersonSession = z.infer<typeof session>;

export const sessionList = z.object({ sessions: z.array(session) });
export const endedCount = z.object({ ended: z.int() });

/** A link to set the password, shown once: path and query on the console's own address. */
export const oneTimeLink = z.object({ id: z.int(), name: z.string(), link: z.string(), ends_at: instant });
export type OneTimeLink = z.infer<typeof oneTimeLink>;

/** The role defaults to DEFAULT_ROLE. */
export const newPerson = z.strictObject({ name, role: role.optional() });
export const personChange = z.union([z.strictObject({ role }), z.strictObject({ disabled: z.boolean() })]);
export type PersonChange = z.infer<typeof personChange>;

const sessionId = z.string().regex(/^[0-9a-f-]{36}$/, 'must be the id of a session');
export const personSessionParams = idParams.extend({ session: sessionId });
export const sessionParams = z.object({ session: sessionId });

export const me = z.object({ id: z.int(), name: z.string(), role, signs_in_by: z.array(z.enum(SIGN_IN_METHODS)) });

export const passwordChange = z.strictObject({
  old_password: z.string().min(1).max(1024),
  password: z.string().min(1).max(1024),
});
