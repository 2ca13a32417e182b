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
  validateConfig,
} from '@mission-control/contract/config/calls';
import { handle } from '../../platform/calls/handler.ts';
import { checkNow } from './drift/check-drift-now.ts';
import { commit } from './publish/commit-config.ts';
import { compare } from './history/compare-revisions.ts';
import { compareWithServers } from './drift/compare-servers.ts';
import { getConfigItems, getKnownKeys, getState, revisionsOf, reveal } from './get-config.ts';
import { preview } from './file/preview-config.ts';
import { restore } from './history/restore-revision.ts';
import { validate } from './file/validate-config.ts';

export const configRoutes = [
  handle(getKeys, (ctx, { params }) => getKnownKeys(ctx, params.service)),
  handle(getConfig, (ctx, { params }) => getConfigItems(ctx, params.id, params.service)),
  handle(getConfigState, (ctx, { params }) => getState(ctx, params.id, params.service)),
  handle(commitConfig, (ctx, { params }) => commit(ctx, params.id, params.service)),
  handle(validateConfig, (ctx, { params }) => validate(ctx, params.id, params.service)),
  handle(previewConfig, (ctx, { params }) => preview(ctx, params.id, params.service)),
  handle(revealSecret, (ctx, { params, body }) => reveal(ctx, params.id, params.service, body.key)),
  handle(checkConfig, (ctx, { params }) => checkNow(ctx, params.id, params.service)),
  handle(generateCache, (ctx, { params }) => getConfigItems(ctx, params.id, 'homeportal')),
  handle(listRevisions, (ctx, { params, query }) => revisionsOf(ctx, params.id, params.service, query.before)),
  handle(compareRevisions, (ctx, { params, query }) => compare(ctx, params.id, params.service, query)),
  handle(compareServers, (ctx, { params }) => compareWithServers(ctx, params.id, params.service)),
  handle(restoreRevision, (ctx, { params, body }) =>
    restore(ctx, params.id, params.service, { number: params.number, base: body.base_revision }),
  ),
];
