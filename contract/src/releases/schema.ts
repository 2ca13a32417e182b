import { z } from 'zod';
import { RELEASE_APPS, RELEASE_ENVS, RELEASE_SERVICES } from './catalogue.ts';
import { refFault, tagFault } from './rules.ts';

export const releaseApp = z.enum(RELEASE_APPS);
export const releaseEnv = z.enum(RELEASE_ENVS);
export const releaseServiceSlug = z.enum(RELEASE_SERVICES.map((service) => service.value));

/** The name of a branch or tag; anything that could be read as an option or a command is refused. */
export const refName = nameWithout(refFault);
/** The name of a tag that is to be made. */
export const newTagName = nameWithout(tagFault);

function nameWithout(faultOf: (name: string) => string | null) {
  return z.string().superRefine((name, context) => {
    const fault = faultOf(name);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  });
}

const time = z.iso.datetime();

/** A tag of an app's repository [REL-03]. */
export const tagRow = z.object({
  app: releaseApp,
  tag: z.string(),
  /** The branch it was made from; for tags that were not made here, a branch that has its commit, '' when none has. */
  branch: z.string(),
  commit: z.string(),
  created_at: time,
});
export type TagRow = z.infer<typeof tagRow>;

/** A version that can be deployed [REL-02]: the releases of one tag. */
export const versionRow = z.object({
  version: z.string(),
  app: releaseApp,
  /** Slugs of the services that this version can be deployed to. */
  services: z.array(z.string()),
  /** When its last release was made, by whom, and of which commit. */
  created_at: time,
  created_by: z.string(),
  commit: z.string(),
});
export type VersionRow = z.infer<typeof versionRow>;

/** What runs at one place: a service of an app on an environment. */
export const currentVersion = z.object({
  app: releaseApp,
  service: releaseServiceSlug,
  env: releaseEnv,
  /** Null: nothing was deployed there yet. */
  version: z.string().nullable(),
  deployed_at: time.nullable(),
  deployed_by: z.string().nullable(),
  /** What a rollback would bring back; null: there is nothing before. */
  previous: z.string().nullable(),
});
export type CurrentVersion = z.infer<typeof currentVersion>;

/** A target that is being deployed to. */
export const deployLock = z.object({
  app: releaseApp,
  /** As it was chosen: an "All" locks all its services. */
  service: releaseServiceSlug,
  env: releaseEnv,
  version: z.string(),
  owner: z.string(),
  since: time,
  run_id: z.int(),
  rollback: z.boolean(),
  /** Slugs of the services it holds. */
  parts: z.array(z.string()),
  /** Since when nobody can see whether its run still runs: it stays locked until a person gives the run up. Null otherwise. */
  unseen_since: time.nullable(),
});
export type DeployLock = z.infer<typeof deployLock>;

/** What is deployed [REL-02] (C-039). */
export const releaseObject = z.strictObject({
  app: releaseApp,
  service: releaseServiceSlug,
  env: releaseEnv,
  version: refName,
  /** The translation request has been sent; needed where confirmNeeded says so. */
  confirm: z.boolean().optional(),
});
export type ReleaseObject = z.infer<typeof releaseObject>;

/** How a run of a command ended: everything it said, and where it is kept. */
export const runAnswer = z.object({ output: z.string(), run_id: z.int(), seconds: z.int() });
