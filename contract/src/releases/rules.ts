import { releaseEnvLabel, releaseService } from './catalogue.ts';

const MAX_REF_LENGTH = 128;

/**
 * Why a branch or tag name is invalid; null: valid. Stricter than `git check-ref-format`: letters, digits and `. _ / -` only, not
 * starting with `-`.
 */
export function refFault(name: string): string | null {
  if (name === '') return 'Enter a name.';
  if (name.length > MAX_REF_LENGTH) return `At most ${MAX_REF_LENGTH} characters.`;
  if (!/^[A-Za-z0-9._/-]+$/.test(name)) return 'Only letters, digits and . _ / - are allowed.';
  if (name.startsWith('-')) return 'It must not begin with -.';
  if (/^\/|\/$|\/\/|\.\.|\.$/.test(name)) return 'It must not have empty parts, two dots in a row or a dot at its end.';
  const parts = name.split('/');
  if (parts.some((piece) => piece.startsWith('.') || piece.endsWith('.lock')))
    return 'No part of it may begin with a dot or end with .lock.';
  return null;
}

/** Names that git resolves as a ref path, a hash or the output of `git describe` before looking for a tag. */
const TAKEN_BY_GIT = [
  /^(?:[A-Z]+_)*HEAD$/i,
  /^(?:refs|heads|tags|remotes)(?:\/|$)/i,
  /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i,
  /^(?=.*[a-f])[0-9a-f]{7,}$/i,
  /-g[0-9a-f]{4,}$/i,
];

/** Why a name is invalid for a new tag; null: valid. */
export function tagFault(name: string): string | null {
  const fault = refFault(name);
  if (fault !== null) return fault;
  return TAKEN_BY_GIT.some((pattern) => pattern.test(name))
    ? 'Git would read it as something other than a tag: HEAD, a hash or a ref path. Choose another name.'
    : null;
}

/**
 * Suggests the next tag: the latest one with its trailing number incremented, keeping leading zeros; without a trailing number '.1'
 * is appended; '' without tags [REL-09] (C-103).
 * @param tags newest first
 */
export function suggestTag(tags: readonly { tag: string }[]): string {
  const latest = tags[0]?.tag;
  if (latest === undefined) return '';
  const digits = /[0-9]+$/.exec(latest)?.[0];
  if (digits === undefined) return `${latest}.1`;
  const raised = (BigInt(digits) + 1n).toString().padStart(digits.length, '0');
  return `${latest.slice(0, latest.length - digits.length)}${raised}`;
}

/**
 * Why a tag cannot be created, in the documented words; null: it can [REL-07, REL-08] (C-104).
 * @param versions of the app's releases
 */
export function tagRefusal(
  tag: string,
  tags: readonly { tag: string }[],
  versions: readonly { version: string }[],
): string | null {
  if (tags.some((other) => other.tag === tag)) return tagExists(tag);
  if (versions.some((other) => other.version === tag)) return versionExists(tag);
  return null;
}

export const tagExists = (tag: string): string => `Tag (${tag}) already exists.`;
export const versionExists = (tag: string): string => `${tag} version already exists`;
export const tagCreated = (tag: string): string => `Tag ${tag} created`;
export const tagFailed = (error: string): string => `Failed to create tag - ${error}`;

/** @param seconds duration of the run; an integer, at least 1 */
export const releaseCreated = (tag: string, seconds: number): string => `Release ${tag} created in ${seconds} seconds.`;
export const releaseFailed = (error: string): string => `Failed to create release - ${error}`;
export const releaseDeployed = (version: string, env: string): string => `Release ${version} deployed to ${env}.`;
export const deployFailed = (error: string): string => `Failed to deploy release - ${error}`;

/** Build environments of a release: dev, then prod for bg; the chosen one for other apps [REL-13] (C-101). */
export const buildEnvs = (app: string, chosen: string): string[] => (app === 'bg' ? ['dev', 'prod'] : [chosen]);

/** The environment whose build is deployed to an environment, for apps built for only some environments. */
export const buildEnvFor = (app: string, env: string): string => (app !== 'bg' ? env : env === 'dev' ? 'dev' : 'prod');

/** The query of the versions of an app for an environment [REL-17]. */
export const versionsQuery = (app: string, env: string): { app: string; env: string; 'backend-only'?: '1' } => ({
  app,
  env,
  ...(app !== 'bg' && { 'backend-only': '1' as const }),
});

/** Whether a deploy requires confirmation that the translation request was sent [DEP-06, DEP-07] (C-102). */
export const confirmNeeded = (app: string, env: string): boolean =>
  (app === 'coursepro' && env === 'staging') || (app === 'bg' && env === 'dev');

/** State of the deploy form; '' means not chosen yet. */
export interface DeployChoice {
  app: string;
  service: string;
  env: string;
  version: string;
  /** The translation request has been sent. */
  confirm: boolean;
}

export const NOTHING_CHOSEN: DeployChoice = { app: '', service: '', env: '', version: '', confirm: false };

/** Changing the app clears everything else [DEP-09]; an app without services is its own service (C-100). */
export function chooseApp(app: string): DeployChoice {
  return { ...NOTHING_CHOSEN, app, service: releaseService(app)?.app === app ? app : '' };
}

/** Changing the environment clears the version and the confirmation [DEP-10]. */
export const chooseEnv = (choice: DeployChoice, env: string): DeployChoice => ({
  ...choice,
  env,
  version: '',
  confirm: false,
});

/** Changing the service clears nothing (C-106). */
export const chooseService = (choice: DeployChoice, service: string): DeployChoice => ({ ...choice, service });

/** Why a deploy cannot be started yet; null: it can [DEP-05, DEP-06, DEP-07]. */
export function deployRefusal(choice: DeployChoice): string | null {
  if (choice.app === '') return 'Choose an app first.';
  if (choice.service === '') return 'Choose a service first.';
  if (choice.env === '') return 'Choose an environment first.';
  if (choice.version === '') return 'Choose a version first.';
  if (confirmNeeded(choice.app, choice.env) && !choice.confirm) return 'Confirm the translation request first.';
  return null;
}

/** Names the holder of a lock, for the rejection of a second deploy and for the page's banner. */
export function lockHeld(lock: {
  service: string;
  env: string;
  owner: string;
  version: string;
  rollback?: boolean;
}): string {
  const label = releaseService(lock.service)?.label ?? lock.service;
  const what = lock.rollback ? 'rolling back to' : 'deploying';
  return `${label} on ${releaseEnvLabel(lock.env)} is locked: ${lock.owner} is ${what} ${lock.version} there. Wait until that has ended.`;
}

/** The button of the tool [SEED-02, SEED-03]. */
export const seedButton = (tenant: string | null): string =>
  tenant === null ? 'Select a Tenant' : `Seed Tenant - ${tenant}`;

/** @param error message from the server; '' for none [SEED-09] */
export const seedFailed = (error: string): string => `Failed to seed tenant - ${error === '' ? '?' : error}`;

/** [SEED-10] */
export const seedComplete = (tenant: string): string => `Tenant ${tenant} seed complete`;

export const SEEDING_OUTPUT = 'Seeding output';
