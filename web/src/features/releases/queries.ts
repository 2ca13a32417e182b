import type { CallRequest } from '@mission-control/contract/call';
import {
  createRelease,
  createTag,
  deployRelease,
  listMigrationCommands,
  listVersions,
  rollBackRelease,
} from '@mission-control/contract/releases/calls';
import type { ReleaseApp, ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import { versionsQuery } from '@mission-control/contract/releases/rules';
import type { ReleaseObject } from '@mission-control/contract/releases/schema';
import { api } from '../../lib/api/api.ts';
import { queryOf } from '../../lib/api/query.ts';

/** Choices are constant while the server runs. */
export const FIXED = { staleTime: Infinity } as const;

/** Versions of an app that can be deployed to an environment [REL-17]. */
export const versionsOf = (app: ReleaseApp, env: ReleaseEnv) => {
  const query = versionsQuery(app, env);
  return queryOf(listVersions, { query: { ...query, app, env } });
};

/** Commands that a deploy runs against the database of an environment [DEP-03]. */
export const migrationsQuery = (service: string, env: ReleaseEnv) =>
  queryOf(listMigrationCommands, { query: { service, env } } as CallRequest<typeof listMigrationCommands>);

export const sendTag = (body: CallRequest<typeof createTag>['body']) => api.send(createTag, { body });

/** @param key idempotency key of the click */
export const startRelease = (body: CallRequest<typeof createRelease>['body'], key: string) =>
  api.start(createRelease, { body }, key);
export const startDeploy = (body: ReleaseObject, key: string) =>
  api.start(deployRelease, { body: { release: body } }, key);
export const startRollback = (body: CallRequest<typeof rollBackRelease>['body'], key: string) =>
  api.start(rollBackRelease, { body }, key);
