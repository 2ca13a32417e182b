import { z } from 'zod';
import { checked } from '../texts.ts';
import { RELEASE_APPS, RELEASE_ENVS, RELEASE_SERVICES } from './catalogue.ts';
import { refFault, tagFault } from './rules.ts';

export const releaseApp = z.enum(RELEASE_APPS);
export const releaseEnv = z.enum(RELEASE_ENVS);
export const releaseServiceSlug = z.enum(RELEASE_SERVICES.map((service) => service.value));

/** A branch or tag name; rejects anything that could be interpreted as an option or a command. */
export const refName = checked(refFault);
export const newTagName = checked(tagFault);

const time = z.iso.datetime();

/** A tag of an app's repository [REL-03]. */
export const tagRow = z.object({
  app: releaseApp,
  tag: z.string(),
  /** Source branch; for tags created elsewhere, a branch that contains the commit, or ''. */
  branch: z.string(),
  commit: z.string(),
  created_at: time,
});
export type TagRow = z.infer<typeof tagRow>;

/** A deployable version [REL-02]: the releases of one tag. */
export const versionRow = z.object({
  version: z.string(),
  app: releaseApp,
  /** Slugs of the services that this version can be deployed to. */
  services: z.array(z.string()),
  /** Time, author and commit of its last release. */
  created_at: time,
  created_by: z.string(),
  commit: z.string(),
});
export type VersionRow = z.infer<typeof versionRow>;

/** The deployed version of a service on an environment. */
export const currentVersion = z.object({
  app: releaseApp,
  service: releaseServiceSlug,
  env: releaseEnv,
  /** Null: nothing deployed yet. */
  version: z.string().nullable(),
  deployed_at: time.nullable(),
  deployed_by: z.string().nullable(),
  /** Version a rollback would restore; null: none. */
  previous: z.string().nullable(),
});
export type CurrentVersion = z.infer<typeof currentVersion>;

/** A target with a deploy in progress. */
export const deployLock = z.object({
  app: releaseApp,
  /** As chosen: an "All" locks all its services. */
  service: releaseServiceSlug,
  env: releaseEnv,
  version: z.string(),
  owner: z.string(),
  since: time,
  run_id: z.int(),
  rollback: z.boolean(),
  /** Slugs of the locked services. */
  parts: z.array(z.string()),
  /** Since when the state of its run has been unknown: the lock remains until a user gives up the run. Null otherwise. */
  unseen_since: time.nullable(),
});
export type DeployLock = z.infer<typeof deployLock>;

/** The release to deploy [REL-02] (C-039). */
export const releaseObject = z.strictObject({
  app: releaseApp,
  service: releaseServiceSlug,
  env: releaseEnv,
  version: refName,
  /** The translation request has been sent; required if confirmNeeded returns true. */
  confirm: z.boolean().optional(),
});
export type ReleaseObject = z.infer<typeof releaseObject>;

/** Result of a command's run: its output, and the run that stores it. */
export const runAnswer = z.object({ output: z.string(), run_id: z.int(), seconds: z.int() });
