import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import {
  currentVersion,
  deployLock,
  newTagName,
  refName,
  releaseApp,
  releaseEnv,
  releaseObject,
  releaseServiceSlug,
  runAnswer,
  tagRow,
  versionRow,
} from './schema.ts';

const choice = z.object({ value: z.string(), label: z.string() });

export const listBranches = defineCall({
  name: 'listBranches',
  method: 'GET',
  path: '/api/repos/branches',
  access: 'viewer',
  // No topics: branches change outside of the console, and each read queries the repository.
  summary: "The branches of an app's repository, ordered by name; `left_out` counts those with unusable names.",
  query: z.object({ app: releaseApp }),
  response: z.object({ branches: z.array(z.object({ name: z.string() })), left_out: z.int() }),
});

export const listTags = defineCall({
  name: 'listTags',
  method: 'GET',
  path: '/api/repos/tags',
  access: 'viewer',
  topics: () => [TOPIC.releases],
  summary: 'The tags of all apps or of one (C-105), newest first; `left_out` counts those with unusable names.',
  query: z.object({ app: releaseApp.optional() }),
  response: z.object({ tags: z.array(tagRow), left_out: z.int() }),
});

export const createTag = defineCall({
  name: 'createTag',
  method: 'POST',
  path: '/api/repos/tags',
  access: 'release-manager',
  summary: 'Creates a tag at the head of a branch; 409 if it exists, even when created concurrently.',
  body: z.strictObject({ app: releaseApp, branch: refName, tag: newTagName }),
  response: z.object({ tag: tagRow }),
});

export const listReleaseApps = defineCall({
  name: 'listReleaseApps',
  method: 'GET',
  path: '/api/environment/apps',
  access: 'viewer',
  summary: 'The apps that have releases.',
  response: z.object({ apps: z.array(releaseApp) }),
});

export const listReleaseServices = defineCall({
  name: 'listReleaseServices',
  method: 'GET',
  path: '/api/release/app-services',
  access: 'viewer',
  summary: 'The services of each app; an empty list means the app is released as a whole, under its own name.',
  response: z.object({ services: z.record(releaseApp, z.array(choice)) }),
});

export const listReleaseEnvironments = defineCall({
  name: 'listReleaseEnvironments',
  method: 'GET',
  path: '/api/release/app-environments',
  access: 'viewer',
  summary: 'The environments each app is deployed to.',
  response: z.object({ environments: z.record(releaseApp, z.array(choice)) }),
});

export const listVersions = defineCall({
  name: 'listVersions',
  method: 'GET',
  path: '/api/release/versions',
  access: 'viewer',
  topics: () => [TOPIC.releases],
  summary:
    'The versions of an app that can be deployed to an environment, newest first. `backend-only=1` includes those built for another environment.',
  query: z.object({ app: releaseApp, env: releaseEnv, 'backend-only': z.literal('1').optional() }),
  response: z.object({ versions: z.array(versionRow) }),
});

export const createRelease = defineCall({
  name: 'createRelease',
  method: 'POST',
  path: '/api/release/create',
  access: 'release-manager',
  summary: 'Builds a release of a tag and responds when the build has ended; a failure has the output in `output`.',
  startsRun: true,
  body: z.strictObject({ app: releaseApp, tag: refName, service: releaseServiceSlug, env: releaseEnv }),
  response: runAnswer,
});

export const listCurrentVersions = defineCall({
  name: 'listCurrentVersions',
  method: 'GET',
  path: '/api/environment/versions',
  access: 'viewer',
  topics: () => [TOPIC.releases],
  summary: 'The deployed version of every service on every environment, and the targets with a deploy in progress.',
  query: z.object({ app: releaseApp.optional() }),
  response: z.object({ versions: z.array(currentVersion), locks: z.array(deployLock) }),
});

export const listMigrationCommands = defineCall({
  name: 'listMigrationCommands',
  method: 'GET',
  path: '/api/release/db-migration-commands',
  access: 'viewer',
  topics: () => [TOPIC.releases],
  summary: 'The commands that a deploy of a service to an environment runs against its database, in order.',
  query: z.object({ service: releaseServiceSlug, env: releaseEnv }),
  response: z.object({ commands: z.array(z.string()) }),
});

export const deployRelease = defineCall({
  name: 'deployRelease',
  method: 'POST',
  path: '/api/release/deploy',
  access: 'release-manager',
  summary:
    'Deploys a version and responds when that has ended; 409 with the lock as `details` if another deploy to the target is in progress.',
  startsRun: true,
  // The documents name a release object but not whether it is wrapped (C-039).
  body: z.union([z.strictObject({ release: releaseObject }), releaseObject]),
  response: runAnswer,
});

export const rollBackRelease = defineCall({
  name: 'rollBackRelease',
  method: 'POST',
  path: '/api/release/rollback',
  access: 'release-manager',
  summary: 'Switches a target back to its previous version, if that is still `version`; runs no migrations.',
  startsRun: true,
  body: z.strictObject({ app: releaseApp, service: releaseServiceSlug, env: releaseEnv, version: refName }),
  response: runAnswer,
});

export const seedTenant = defineCall({
  name: 'seedTenant',
  method: 'POST',
  path: '/api/release/seed',
  access: 'release-manager',
  summary:
    'Seeds the tenant with this exact name and responds when that has ended; a failure has `error` and `output`.',
  startsRun: true,
  body: z.strictObject({ tenant: z.string().min(1).max(300) }),
  response: z.object({ output: z.string(), run_id: z.int() }),
});
