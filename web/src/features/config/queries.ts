import {
  checkConfig,
  commitConfig,
  compareRevisions,
  compareServers,
  generateCache,
  getConfig,
  getConfigState,
  getKeys,
  listRevisions,
  previewConfig,
  restoreRevision,
  revealSecret,
  saveConfig,
  validateConfig,
} from '@mission-control/contract/config/calls';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { CallRequest } from '@mission-control/contract/call';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/** Which config: of a tenant, of a kind. */
export interface ConfigRef {
  tenantId: number;
  kind: ConfigKindSlug;
}

const params = ({ tenantId, kind }: ConfigRef) => ({ id: tenantId, service: kind });
/** The live topic of a config. */
export const configTopic = ({ tenantId, kind }: ConfigRef) => `config:${tenantId}:${kind}`;
/** What is saved and committed of a config, and its tenant, which says to what servers it goes. */
const configTopics = (ref: ConfigRef) => [configTopic(ref), `tenant:${ref.tenantId}`];

/**
 * Items and revision facts as one answer. The state is read first, so that its revision is never newer than the items: a save in
 * between then shows as a conflict to ask about, and never as an overwritten value.
 */
export function configQuery(ref: ConfigRef) {
  return queryOptions({
    queryKey: ['config', ref.tenantId, ref.kind] as const,
    queryFn: async ({ signal }) => {
      const state = await api.send(getConfigState, { params: params(ref) }, { signal });
      const items = await api.send(getConfig, { params: params(ref) }, { signal });
      return { state, items };
    },
    meta: { topics: configTopics(ref) },
  });
}

export const keysQuery = (kind: ConfigKindSlug) => queryOf(getKeys, { params: { service: kind } });

export const tenantQuery = (tenantId: number) =>
  queryOf(getTenant, { params: { id: tenantId } }, [`tenant:${tenantId}`]);

export const previewQuery = (ref: ConfigRef) => queryOf(previewConfig, { params: params(ref) }, configTopics(ref));

/** The newest revisions. */
export const revisionsQuery = (ref: ConfigRef) =>
  queryOf(listRevisions, { params: params(ref), query: {} }, configTopics(ref));

/** All revisions, newest first, a page at a time. */
export function revisionPagesQuery(ref: ConfigRef) {
  return infiniteQueryOptions({
    queryKey: [listRevisions.name, 'pages', params(ref)] as const,
    queryFn: ({ pageParam, signal }) =>
      api.send(
        listRevisions,
        { params: params(ref), query: pageParam === null ? {} : { before: pageParam } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ revisions }) => {
      const oldest = revisions.at(-1)?.number ?? 1;
      return oldest > 1 ? oldest : null;
    },
    meta: { topics: configTopics(ref) },
  });
}

/** What differs between two revisions; left to the server, what differs since the commit. */
export const comparisonQuery = (ref: ConfigRef, between: { from?: number; to?: number } = {}) =>
  queryOf(compareRevisions, { params: params(ref), query: between }, configTopics(ref));

/** What the servers have now: each of them may take 10 s, and nothing tells when a file there changes. */
export function serversQuery(ref: ConfigRef) {
  const request = { params: params(ref) };
  return queryOptions({
    queryKey: [compareServers.name, request] as const,
    queryFn: ({ signal }) => api.send(compareServers, request, { signal, timeoutMs: 30_000 }),
    meta: { topics: configTopics(ref) },
    staleTime: 0,
  });
}

/** Brings the state of a revision back as the next one, on top of the saved revision `base`. @throws ApiError */
export const restore = (ref: ConfigRef, number: number, base: number) =>
  api.send(
    restoreRevision,
    { params: { ...params(ref), number }, body: { base_revision: base } },
    { timeoutMs: 30_000 },
  );

/** The config that HomePortal's editor keeps as the baseline of unsaved changes. @throws ApiError */
export const readCache = (tenantId: number) => api.send(generateCache, { params: { id: tenantId } });

/** Reads the published files back from all servers; each may take 10 s. @throws ApiError */
export const check = (ref: ConfigRef) => api.send(checkConfig, { params: params(ref) }, { timeoutMs: 60_000 });

/** Checks the saved config. @throws ApiError */
export const validate = (ref: ConfigRef) => api.send(validateConfig, { params: params(ref) });

export type SaveBody = CallRequest<typeof saveConfig>['body'];

/** Saves a diff as a new revision. @throws ApiError, with the clashes as details of a 409 */
export const save = (ref: ConfigRef, body: SaveBody) =>
  api.send(saveConfig, { params: params(ref), body }, { timeoutMs: 30_000 });

/** Publishes to all servers; each may take 10 s a step. @throws ApiError that names the servers */
export const commit = (ref: ConfigRef) => api.send(commitConfig, { params: params(ref) }, { timeoutMs: 120_000 });

/** Reads one secret; the server records who did. @throws ApiError */
export const reveal = (ref: ConfigRef, key: string) => api.send(revealSecret, { params: params(ref), body: { key } });
