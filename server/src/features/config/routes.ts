import * as calls from '@mission-control/contract/config/calls';
import { handle } from '../../platform/calls/handler.ts';
import { listBoard } from './board/board.ts';
import { compareConfigs } from './compare/compare-configs.ts';
import { checkConfig } from './drift/check-config.ts';
import { compareServers } from './drift/compare-servers.ts';
import { listDrift } from './drift/list-drift.ts';
import { takeOverConfig } from './drift/take-over.ts';
import { previewConfig, validateConfig } from './file/preview-config.ts';
import { listTemplates, saveTemplate } from './templates.ts';
import { getConfig, getConfigState, getKeys, listRevisions, revealSecret } from './get-config.ts';
import { compareRevisions, getConfigAsOf } from './history/compare-revisions.ts';
import { restoreRevision } from './history/restore-revision.ts';
import { commitConfig } from './publish/commit-config.ts';

export const configRoutes = [
  handle(calls.getKeys, getKeys),
  handle(calls.listTemplates, listTemplates),
  handle(calls.saveTemplate, saveTemplate),
  handle(calls.getConfig, getConfig),
  handle(calls.getConfigState, getConfigState),
  handle(calls.commitConfig, (ctx, input) => commitConfig(ctx, input)),
  handle(calls.validateConfig, validateConfig),
  handle(calls.previewConfig, previewConfig),
  handle(calls.revealSecret, revealSecret),
  handle(calls.checkConfig, checkConfig),
  handle(calls.generateCache, (ctx, { params: { id } }) => getConfig(ctx, { params: { id, service: 'homeportal' } })),
  handle(calls.listRevisions, listRevisions),
  handle(calls.compareRevisions, compareRevisions),
  handle(calls.getConfigAsOf, getConfigAsOf),
  handle(calls.compareServers, compareServers),
  handle(calls.restoreRevision, restoreRevision),
  handle(calls.compareConfigs, compareConfigs),
  handle(calls.listDrift, listDrift),
  handle(calls.listBoard, (ctx) => listBoard(ctx)),
  handle(calls.takeOverConfig, takeOverConfig),
];
