import * as calls from '@mission-control/contract/config/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
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
import { checkDrift } from './drift/check-drift.ts';
import { followTenant } from './publish/follow-tenant.ts';
import { readRunningPublications } from './publish/queries-publications.ts';
import { RESUME_JOB, resumePublications } from './publish/resume-publications.ts';
import { resendWithdrawals } from './publish/resend-withdrawals.ts';
import { runWithdrawal, WITHDRAW_JOB, type Withdrawal } from './publish/withdraw-configs.ts';
import { FOLLOW_TENANT, type FollowJob } from './publish/withdraw-file.ts';
import { SEAL_JOB, sealClearSecrets } from './seal-clear-secrets.ts';

export const configFeature = {
  routes: [
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
  ],
  jobs: (services): JobKind<object>[] => {
    const withdraw: JobKind<Withdrawal> = {
      name: WITHDRAW_JOB,
      timed: true,
      run: (job) => runWithdrawal(services, job),
    };
    const follow: JobKind<FollowJob> = {
      name: FOLLOW_TENANT,
      timed: true,
      run: (job) => followTenant(services, job.tenant_id, job.kind),
    };
    const unreadable = new Set<string>();
    return [
      {
        name: RESUME_JOB,
        atStart: true,
        schedule: '* * * * *',
        run: async () => void (await resumePublications(services)),
      },
      {
        name: 'config.check-drift',
        atStart: true,
        schedule: '* * * * *',
        run: async () => void (await checkDrift(services, unreadable)),
      },
      {
        name: 'config.resend-withdrawals',
        schedule: '7-59/10 * * * *',
        run: () => resendWithdrawals(services),
      },
      { name: SEAL_JOB, atStart: true, run: async () => void (await sealClearSecrets(services)) },
      withdraw,
      follow,
    ];
  },
  metrics: [
    {
      name: 'publications_running',
      help: 'Commits being published to servers.',
      label: null,
      read: async ({ db }) => new Map([['', (await readRunningPublications(db)).count]]),
    },
    {
      name: 'publications_oldest_seconds',
      help: 'How long the oldest of them has been running.',
      label: null,
      read: async ({ db }) => new Map([['', (await readRunningPublications(db)).oldest]]),
    },
  ],
} satisfies Feature;
