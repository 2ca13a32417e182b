import type { ReleaseApp, ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import {
  createRelease,
  createTag,
  deployRelease,
  listBranches,
  listCurrentVersions,
  listMigrationCommands,
  listReleaseApps,
  listReleaseEnvironments,
  listReleaseServices,
  listTags,
  listVersions,
  rollBackRelease,
} from '@mission-control/contract/releases/calls';
import { versionsQuery } from '@mission-control/contract/releases/rules';
import type { ReleaseObject } from '@mission-control/contract/releases/schema';
import type { CallRequest } from '@mission-control/contract/call';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/** Live topic of tags, releases, deployments and their locks. */
export const RELEASES = 'releases';

export const appsQuery = queryOf(listReleaseApps, {});
export const servicesQuery = queryOf(listReleaseServices, {});
export const environmentsQuery = queryOf(listReleaseEnvironments, {});

/** What there is to choose from is the same as long as the server runs. */
export const FIXED = { staleTime: Infinity } as const;

/** The branches of an app's repository [REL-26]. */
export const branchesQuery = (app: ReleaseApp) => queryOf(listBranches, { query: { app } });

/** The tags of an app's repository, newest first [REL-04] (C-105). */
export const tagsQuery = (app: ReleaseApp) => queryOf(listTags, { query: { app } }, [RELEASES]);

/** The versions of an app that an environment can get [REL-17]. */
export const versionsOf = (app: ReleaseApp, env: ReleaseEnv) => {
  const query = versionsQuery(app, env);
  return queryOf(listVersions, { query: { ...query, app, env } }, [RELEASES]);
};

/** What runs where, and what is being deployed [DEP-02]. */
export const currentVersionsQuery = queryOf(listCurrentVersions, { query: {} }, [RELEASES]);

/** What a deploy of a service to an environment runs against its database [DEP-03]. */
export const migrationsQuery = (service: string, env: ReleaseEnv) =>
  queryOf(listMigrationCommands, { query: { service, env } } as CallRequest<typeof listMigrationCommands>, [RELEASES]);

export const sendTag = (body: CallRequest<typeof createTag>['body']) => api.send(createTag, { body });

/** @param key names the click: sent twice, it runs once */
export const startRelease = (body: CallRequest<typeof createRelease>['body'], key: string) =>
  api.start(createRelease, { body }, key);
export const startDeploy = (body: ReleaseObject, key: string) =>
  api.start(deployRelease, { body: { release: body } }, key);
export const startRollback = (body: CallRequest<typeof rollBackRelease>['body'], key: string) =>
  api.start(rollBackRelease, { body }, key);
