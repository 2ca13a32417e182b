import type { Role } from '@mission-control/contract/call';
import { bigint, boolean, index, integer, jsonb, pgTable, serial, text, unique } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';

export const users = pgTable('users', {
  id: serial().primaryKey(),
  name: text().notNull(),
  /** Canonical name (NFKC, case-folded, trimmed): `Admin` and `admin ` are one account. */
  nameKey: text('name_key').notNull().unique('users_name_key'),
  /** Null until the person has set a password with a one-time link. Other sign-in methods have their own tables. */
  passwordHash: text('password_hash'),
  role: text().$type<Role>().notNull(),
  disabled: boolean().notNull().default(false),
  /** Signs in through the identity provider, which also determines the role: has a row in `user_identities`. */
  singleSignOn: boolean('single_sign_on').notNull().default(false),
  createdAt: time('created_at').notNull(),
  /** Written at most once a minute per session. */
  lastSeenAt: time('last_seen_at'),
  /** A deleted person keeps name and id until the purge. */
  deletedAt: time('deleted_at'),
  /** Who disabled or deleted the person, and when. */
  stateBy: text('state_by'),
  stateAt: time('state_at'),
});

/** The person that a row belongs to and is deleted with. */
export const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** One-time links to set a password; the newest one of a person is valid. Used and replaced ones are deleted. */
export const passwordLinks = pgTable('password_links', {
  userId: userId().primaryKey(),
  /** SHA-256 of the link's secret. */
  hash: text().notNull().unique('password_links_hash'),
  endsAt: time('ends_at').notNull(),
});

/** API tokens of people. Revoking a token deletes it. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: serial().primaryKey(),
    userId: userId(),
    name: text().notNull(),
    /** SHA-256 of the token, which has 214 random bits. */
    hash: text().notNull().unique('api_tokens_hash'),
    role: text().$type<Role>().notNull(),
    /** Names of the only calls it may make; null: all calls of its role. */
    calls: jsonb().$type<string[]>(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** Written at most once a minute, and every 5 s when the address changes. */
    lastUsedAt: time('last_used_at'),
    lastAddress: text('last_address'),
  },
  (table) => [unique('api_tokens_name').on(table.userId, table.name)],
);

/** Passkeys of people (WebAuthn). Removing one deletes it. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serial().primaryKey(),
    userId: userId(),
    name: text().notNull(),
    /** Id assigned by the authenticator, base64url. */
    credentialId: text('credential_id').notNull().unique('passkeys_credential'),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter of the authenticator; 0 for those that do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    synced: boolean().notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [unique('passkeys_name').on(table.userId, table.name)],
);

/** Pending challenges; each can be answered once. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  /** SHA-256 of the purpose, the browser's cookie or the session, and the challenge. */
  key: text().primaryKey(),
  endsAt: time('ends_at').notNull(),
});

/** Accounts of identity providers. Matched by issuer and subject only: names and addresses may change hands. */
export const userIdentities = pgTable(
  'user_identities',
  {
    id: serial().primaryKey(),
    userId: userId(),
    issuer: text().notNull(),
    subject: text().notNull(),
    createdAt: time('created_at').notNull(),
    /** When the account was disabled because its groups lost every role: equals `users.state_at` until somebody else changes the state. */
    suspendedAt: time('suspended_at'),
  },
  (table) => [
    unique('user_identities_subject').on(table.issuer, table.subject),
    index('user_identities_user').on(table.userId),
  ],
);

/** Pending sign-ins at the identity provider; each can be finished once. */
export const providerSignIns = pgTable('provider_sign_ins', {
  /** SHA-256 of the browser's cookie and the state. */
  key: text().primaryKey(),
  returnTo: text('return_to').notNull(),
  endsAt: time('ends_at').notNull(),
});

/** Ids of logout tokens of the identity provider, to reject replays; kept for as long as the token would be accepted. */
export const providerLogouts = pgTable('provider_logouts', {
  /** SHA-256 of issuer and id. */
  key: text().primaryKey(),
  endsAt: time('ends_at').notNull(),
});

/** A sign-in session. Cookies and tokens work only while the row exists: ending a session deletes it. */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: userId(),
    /** SHA-256 of the cookie's name and value; the value itself is not stored. */
    cookieHash: text('cookie_hash').notNull().unique(),
    /** Browser and operating system of the sign-in, according to the browser. */
    device: text(),
    /** IP address of the sign-in. */
    address: text(),
    /** The identity that signed in; null with a password. */
    identityId: integer('identity_id').references(() => userIdentities.id, { onDelete: 'cascade' }),
    /** Session id at the identity provider, which its logout names. */
    providerSession: text('provider_session'),
    createdAt: time('created_at').notNull(),
    /** When the person last confirmed their presence with the password. */
    confirmedAt: time('confirmed_at'),
    /** The person's last activity; written at most once a minute. */
    lastSeenAt: time('last_seen_at').notNull(),
    /** Absolute end, regardless of activity. */
    endsAt: time('ends_at').notNull(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_last_seen').on(table.lastSeenAt),
    index('sessions_identity').on(table.identityId),
  ],
);

/** A chain of refresh tokens, each the successor of the previous one. Revoking a family deletes it. */
export const refreshFamilies = pgTable(
  'refresh_families',
  {
    id: serial().primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The newest generation; only its token can be exchanged. */
    generation: integer().notNull(),
    rotatedAt: time('rotated_at').notNull(),
    /** The newest token, encrypted, while its predecessor may still be repeated. */
    successorCipher: text('successor_cipher'),
  },
  (table) => [index('refresh_families_session').on(table.sessionId)],
);

/** All refresh tokens of live families, so that reuse is detected. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text().primaryKey(),
    familyId: integer('family_id')
      .notNull()
      .references(() => refreshFamilies.id, { onDelete: 'cascade' }),
    generation: integer().notNull(),
  },
  (table) => [index('refresh_tokens_family').on(table.familyId)],
);

/** Ed25519 keys of the access tokens. The two newest generations are valid, the newest one signs. */
export const signingKeys = pgTable('signing_keys', {
  generation: integer().primaryKey(),
  kid: text().notNull().unique(),
  publicJwk: text('public_jwk').notNull(),
  privateCipher: text('private_cipher').notNull(),
  createdAt: time('created_at').notNull(),
});

/** Counters of sign-in attempts; `key` is one of a fixed number of buckets, which bounds the table. */
export const loginThrottle = pgTable('login_throttle', {
  key: text().primaryKey(),
  failures: integer().notNull(),
  /** Time of the first counted failure. */
  since: time('since').notNull(),
  lastAt: time('last_at').notNull(),
  blockedUntil: time('blocked_until'),
});
