import { z } from 'zod';
import { defineCall } from '../call.ts';
import { ofCompared, ofShownConfig, TOPIC } from '../topics.ts';
import { idParams, storable } from '../id.ts';
import { configSlug } from '../slugs.ts';
import { compareAnswer, compareQuery } from './compare.ts';
import { boardSchema, driftListSchema, takeOverBodySchema, takeOverAnswerSchema } from './drift.ts';
import {
  comparisonSchema,
  revisionFacts,
  revisionNumber,
  revisionOrStart,
  serversComparisonSchema,
} from './history.ts';
import { revealReasonFault } from './limits.ts';
import {
  commitAnswerSchema,
  configCheckSchema,
  configItemSchema,
  configStateSchema,
  keyMetaSchema,
  revisionSchema,
  saveConfigBodySchema,
  templateSchema,
} from './schema.ts';

const params = idParams.extend({ service: configSlug });

/** A bare array (C-032); getConfigState has the revision facts. */
export const getConfig = defineCall({
  name: 'getConfig',
  method: 'GET',
  path: '/api/tenant/{id}/{service}',
  access: 'viewer',
  topics: (request) => ofShownConfig(request.params),
  summary: "The saved items of a tenant's config, secrets masked.",
  params,
  response: z.array(configItemSchema),
});

export const getConfigState = defineCall({
  name: 'getConfigState',
  method: 'GET',
  path: '/api/tenant/{id}/{service}/state',
  access: 'viewer',
  topics: (request) => ofShownConfig(request.params),
  summary: 'The saved and the committed revision of a config, its servers and its uncommitted changes.',
  params,
  response: configStateSchema,
});

/** The save arm of addServiceOrSaveConfig, which the server mounts for both (C-006). */
export const saveConfig = defineCall({
  name: 'saveConfig',
  method: 'POST',
  path: '/api/tenant/{id}/{service}',
  access: 'operator',
  timeoutMs: 30_000,
  summary: 'Saves the diff of a config as a new revision; servers are not touched.',
  params,
  body: saveConfigBodySchema,
  response: z.object({ warnings: z.array(z.string()), revision: z.number().int() }),
});

export const commitConfig = defineCall({
  name: 'commitConfig',
  method: 'PUT',
  path: '/api/tenant/{id}/{service}',
  access: 'operator',
  timeoutMs: 120_000,
  summary: 'Publishes the saved config to every server of the service.',
  params,
  response: commitAnswerSchema,
});

export const validateConfig = defineCall({
  name: 'validateConfig',
  method: 'GET',
  path: '/api/tenant/{id}/{service}/validate',
  access: 'viewer',
  summary: 'Checks the saved config against the metadata of its keys.',
  params,
  response: z.object({ valid: z.boolean(), errors: z.array(z.string()), warnings: z.array(z.string()) }),
});

export const getKeys = defineCall({
  name: 'getKeys',
  method: 'GET',
  path: '/api/keys/{service}',
  access: 'viewer',
  topics: () => [TOPIC.environments],
  summary: 'The known keys of a config kind, and its default template.',
  params: z.object({ service: configSlug }),
  response: z.object({ keys: z.array(keyMetaSchema), template: templateSchema }),
});

export const listTemplates = defineCall({
  name: 'listTemplates',
  method: 'GET',
  path: '/api/keys',
  access: 'viewer',
  topics: () => [TOPIC.environments],
  summary: 'The default templates of all config kinds, with the remarks of the validator on each.',
  response: z.object({
    templates: z.array(
      z.object({
        service: configSlug,
        rows: templateSchema,
        /** True if it is the documented one, unchanged in this installation. */
        documented: z.boolean(),
        faults: z.array(z.string()),
      }),
    ),
  }),
});

export const saveTemplate = defineCall({
  name: 'saveTemplate',
  method: 'PUT',
  path: '/api/keys/{service}/template',
  access: 'admin',
  summary:
    'Replaces the default template of a config kind; 422 with the faults if it is invalid, 409 if it has changed since.',
  params: z.object({ service: configSlug }),
  body: z.strictObject({
    rows: templateSchema,
    /** The template as the sender read it. */
    base: templateSchema,
  }),
  response: z.object({ rows: templateSchema }),
});

export const previewConfig = defineCall({
  name: 'previewConfig',
  method: 'GET',
  path: '/api/tenant/{id}/{service}/preview',
  access: 'operator',
  topics: (request) => ofShownConfig(request.params),
  summary: 'The file a commit would publish, and the last committed one, secrets masked.',
  params,
  response: z.object({
    /** The saved revision, which a commit would publish; 0 when nothing was ever saved. */
    revision: z.number().int(),
    content: z.string(),
    /** The last published file; null before the first commit. A masked value that differs from the one in `content` is marked. */
    committed: z.object({ revision: z.number().int(), content: z.string() }).nullable(),
    path: z.string(),
    /** Identifies the real content, including secrets. Not a plain hash, which would allow guessing the secrets offline. */
    hash: z.string(),
    targets: configStateSchema.shape.targets,
  }),
});

export const revealSecret = defineCall({
  name: 'revealSecret',
  method: 'POST',
  path: '/api/tenant/{id}/{service}/reveal',
  access: 'operator',
  summary: 'Shows one secret value; the audit log keeps the reason. At most 30 an hour per person, except admins.',
  params,
  body: z.strictObject({
    key: z.string().max(128),
    /** Why the value is needed. */
    reason: z
      .string()
      .trim()
      .refine((text) => revealReasonFault(text) === null, {
        error: ({ input }) => revealReasonFault(String(input)) ?? undefined,
      }),
  }),
  response: z.object({ value: z.string() }),
});

/** The saved items as the editor's cached config (C-081); a GET as documented, never cached by proxies (C-122). */
export const generateCache = defineCall({
  name: 'generateCache',
  method: 'GET',
  path: '/api/tenant/{id}/homeportal/cache',
  access: 'viewer',
  summary: 'The saved HomePortal config, which the editor keeps as the baseline of its unsaved changes.',
  params: idParams,
  response: z.array(configItemSchema),
});

export const checkConfig = defineCall({
  name: 'checkConfig',
  method: 'POST',
  path: '/api/tenant/{id}/{service}/check',
  access: 'operator',
  timeoutMs: 60_000,
  summary: 'Reads the published file back from every server and compares it with the committed one.',
  params,
  response: configCheckSchema,
});

export const listRevisions = defineCall({
  name: 'listRevisions',
  method: 'GET',
  path: '/api/tenant/{id}/{service}/revisions',
  access: 'viewer',
  topics: (request) => ofShownConfig(request.params),
  summary: '100 revisions of a config with their diffs, newest first, secrets masked.',
  params,
  query: z.object({
    /** Cursor: only revisions with a lower number. */
    before: revisionNumber.optional(),
  }),
  response: z.object({ revisions: z.array(revisionSchema) }),
});

export const compareRevisions = defineCall({
  name: 'compareRevisions',
  method: 'GET',
  path: '/api/tenant/{id}/{service}/compare',
  access: 'viewer',
  topics: (request) => ofShownConfig(request.params),
  summary: 'The differences between two revisions of a config, secrets masked.',
  params,
  query: z.object({
    /** Defaults to the committed revision, or the one before `to`. */
    from: revisionOrStart.optional(),
    /** Defaults to the saved revision. */
    to: revisionOrStart.optional(),
  }),
  response: comparisonSchema,
});

export const getConfigAsOf = defineCall({
  name: 'getConfigAsOf',
  method: 'GET',
  path: '/api/tenant/{id}/{service}/as-of',
  access: 'viewer',
  topics: (request) => ofShownConfig(request.params),
  summary:
    'The saved revision of a config at a given time, and the revision on its servers: null if there was none or it is unknown. Compare them to see their settings; revision 0 is empty.',
  params,
  query: z.object({ at: storable(z.iso.datetime()) }),
  response: z.object({ saved: revisionFacts.nullable(), committed: revisionFacts.nullable() }),
});

export const restoreRevision = defineCall({
  name: 'restoreRevision',
  method: 'POST',
  path: '/api/tenant/{id}/{service}/revisions/{number}/restore',
  access: 'operator',
  timeoutMs: 30_000,
  summary: 'Stores the state of an earlier revision, secrets included, as a new one; servers are not touched.',
  params: params.extend({ number: revisionNumber }),
  body: z.strictObject({
    /** The saved revision the user has seen; 409 if it is no longer current. */
    base_revision: z.number().int().min(1),
  }),
  response: z.object({
    /** Inconsistencies in the restored config. */
    warnings: z.array(z.string()),
    revision: z.number().int(),
  }),
});

export const compareServers = defineCall({
  name: 'compareServers',
  method: 'GET',
  path: '/api/tenant/{id}/{service}/servers',
  access: 'operator',
  topics: (request) => ofShownConfig(request.params),
  timeoutMs: 30_000,
  summary: 'Reads the published files back and lists settings that differ between saved, committed and the servers.',
  params,
  response: serversComparisonSchema,
});

export const listDrift = defineCall({
  name: 'listDrift',
  method: 'GET',
  path: '/api/drift',
  access: 'viewer',
  topics: () => [TOPIC.tenants, TOPIC.drift],
  throttleMs: 2000,
  summary: 'Configs whose servers hold a file other than the committed one, and the number of configs that match.',
  response: driftListSchema,
});

export const listBoard = defineCall({
  name: 'listBoard',
  method: 'GET',
  path: '/api/drift/board',
  access: 'viewer',
  topics: () => [TOPIC.tenants],
  throttleMs: 2000,
  summary:
    'The state of each config of each tenant: committed, waiting, changed on servers, unknown or failing; and the differences they share, largest groups first. Secrets are masked.',
  response: boardSchema,
});

export const takeOverConfig = defineCall({
  name: 'takeOverConfig',
  method: 'POST',
  path: '/api/tenant/{id}/{service}/take-over',
  access: 'operator',
  timeoutMs: 60_000,
  summary: 'Stores the settings in the file on the servers as the next revision; servers are not touched.',
  params,
  body: takeOverBodySchema,
  response: takeOverAnswerSchema,
});

export const compareConfigs = defineCall({
  name: 'compareConfigs',
  method: 'GET',
  path: '/api/compare',
  access: 'viewer',
  topics: ({ query }) => ofCompared(query),
  summary:
    'The saved configs of one service for up to 50 tenants side by side, optionally with its default template; or, without `service`, all configs of one tenant. Secrets are compared but not shown.',
  query: compareQuery,
  response: compareAnswer,
});
