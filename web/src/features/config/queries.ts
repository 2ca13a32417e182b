import type { CallRequest } from '@mission-control/contract/call';
import {
  checkConfig,
  commitConfig,
  compareRevisions,
  getConfigAsOf,
  compareServers,
  getConfig,
  getConfigState,
  listRevisions,
  previewConfig,
  restoreRevision,
  revealSecret,
  saveConfig,
  validateConfig,
} from '@mission-control/contract/config/calls';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { ofConfig } from '@mission-control/contract/topics';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { queryOf, topicsOf } from '../../lib/api/query.ts';

/** Identifies a config: tenant and kind. */
export interface ConfigRef {
  tenantId: number;
  kind: ConfigKindSlug;
}

const params = ({ tenantId, kind }: ConfigRef) => ({ id: tenantId, service: kind });
/** What a change of the config makes stale. */
export const configTopics = (ref: ConfigRef) => ofConfig(params(ref));
/** What its saved and committed state depends on: also the names of its servers' environments. */
const stateTopics = (ref: ConfigRef) => topicsOf(getConfigState, { params: params(ref) });

/**
 * Items and revision state as one result. The state is read first, so that its revision is never newer than the items: a concurrent save
 * then shows as a conflict, never as an overwrite.
 */
export function configQuery(ref: ConfigRef) {
  return queryOptions({
    queryKey: ['config', ref.tenantId, ref.kind] as const,
    queryFn: async ({ signal }) => {
      const state = await api.send(getConfigState, { params: params(ref) }, { signal });
      const items = await api.send(getConfig, { params: params(ref) }, { signal });
      return { state, items };
    },
    meta: { topics: stateTopics(ref) },
  });
}

export const previewQuery = (ref: ConfigRef) => queryOf(previewConfig, { params: params(ref) });

/** The newest revisions. */
export const revisionsQuery = (ref: ConfigRef) => queryOf(listRevisions, { params: params(ref), query: {} });

/** All revisions, newest first, paginated. */
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
    meta: { topics: stateTopics(ref) },
  });
}

/** Differences between two revisions; the server defaults to the changes since the commit. */
export const comparisonQuery = (ref: ConfigRef, between: { from?: number; to?: number } = {}) =>
  queryOf(compareRevisions, { params: params(ref), query: between });

export const asOfQuery = (ref: ConfigRef, at: string) => queryOf(getConfigAsOf, { params: params(ref), query: { at } });

/** Current state of the servers: each may take 10 s, and no event signals a changed file. */
export function serversQuery(ref: ConfigRef) {
  const request = { params: params(ref) };
  return queryOptions({
    queryKey: [compareServers.name, request] as const,
    queryFn: ({ signal }) => api.send(compareServers, request, { signal }),
    meta: { topics: stateTopics(ref) },
    staleTime: 0,
  });
}

/** Restores a revision as a new one on top of the saved revision `base`. @throws ApiError */
export const restore = (ref: ConfigRef, number: number, base: number) =>
  api.send(restoreRevision, { params: { ...params(ref), number }, body: { base_revision: base } });

/** Reads the published files back from all servers; each may take 10 s. @throws ApiError */
export const check = (ref: ConfigRef) => api.send(checkConfig, { params: params(ref) });

/** Checks the saved config. @throws ApiError */
export const validate = (ref: ConfigRef) => api.send(validateConfig, { params: params(ref) });

export type SaveBody = CallRequest<typeof saveConfig>['body'];

/** Saves a diff as a new revision. @throws ApiError, with the conflicts as details of a 409 */
export const save = (ref: ConfigRef, body: SaveBody) => api.send(saveConfig, { params: params(ref), body });

/** Publishes to all servers; each may take 10 s a step. @throws ApiError that names the servers */
export const commit = (ref: ConfigRef) => api.send(commitConfig, { params: params(ref) });

/** Reads one secret; the access is audited with its reason. @throws ApiError */
export const reveal = (ref: ConfigRef, key: string, reason: string) =>
  api.send(revealSecret, { params: params(ref), body: { key, reason } });
