import { ENV_OF_GROUP, RELEASE_APPS, RELEASE_ENVS } from '@mission-control/contract/releases/catalogue';
import type { RunOutcome } from '@mission-control/contract/runs/rules';
import { factText, type TimelineFacts, type TimelineScope, type TimelineSource } from '../../fleet/timeline.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { ReleasePlan } from '../../ports/release-plans.ts';
import { listTimelineRuns } from './queries.ts';

type Row = Awaited<ReturnType<typeof listTimelineRuns>>[number];

const OUTCOMES: Readonly<Record<RunOutcome, string>> = {
  running: 'is running',
  succeeded: 'succeeded',
  failed: 'failed',
  aborted: 'was aborted',
  unknown: 'ended unseen',
};

/** Deploys and seeds by start or end time. */
const runsBy = (when: 'begin' | 'end'): TimelineSource => ({
  name: `run-${when}`,
  kinds: ['deploy'],
  async read(ctx, scope, slice) {
    const found = await listTimelineRuns(ctx.db, when, slice);
    const concerns = await concernOf(ctx, scope);
    return found.map((row) => ({ us: row.us, id: row.id, entry: concerns(row) ? entryOf(row, when) : null }));
  },
});

function entryOf({ id, kind, subject, outcome, startedBy, facts }: Row, when: 'begin' | 'end'): TimelineFacts {
  const hasEnded = when === 'end';
  const isBack = outcome === 'succeeded' && kind === 'deploy' && hasEnded;
  return {
    kind: 'deploy',
    text: `${kind === 'deploy' ? 'Deploy' : 'Seed'} of ${subject} ${hasEnded ? OUTCOMES[outcome] : 'started'}`,
    meaning: hasEnded && outcome !== 'succeeded' ? 'bad' : 'plain',
    actor: startedBy,
    path: `/runs/${id}`,
    undo: isBack && facts['rollback'] !== true ? { label: 'Roll back', path: '/tools/deploy-release' } : null,
  };
}

/** Whether a run is within a scope: a deploy by the location of its tenants or servers, a seed by its tenant. */
async function concernOf(ctx: Ctx, scope: TimelineScope): Promise<(row: Row) => boolean> {
  if (scope.of === 'fleet') return () => true;
  if (scope.of === 'tenant') {
    const env = ENV_OF_GROUP[scope.deploymentGroup];
    return ({ kind, tenantId, facts }) => (kind === 'deploy' ? factText(facts['env']) === env : tenantId === scope.id);
  }
  const plans = await Promise.all(
    RELEASE_APPS.map(async (app) => {
      const hosts = await hostsOf(ctx, app);
      return RELEASE_ENVS.filter((env) => hosts[env]?.some((host) => scope.hosts.includes(host))).map(
        (env) => `${app} ${env}`,
      );
    }),
  );
  const there = new Set(plans.flat());
  return ({ kind, tenantId, facts }) =>
    kind === 'deploy'
      ? there.has(`${factText(facts['app'])} ${factText(facts['env'])}`)
      : tenantId !== null && scope.services.has(tenantId);
}

/** Hosts by environment; none for an app whose plan is missing or currently unreadable. */
async function hostsOf({ ports }: Ctx, app: string): Promise<ReleasePlan['hosts']> {
  try {
    return (await ports.releasePlans.plan(app)).hosts;
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
}

/** Deploys and seeds on the timeline. */
export const releaseSources: readonly TimelineSource[] = [runsBy('end'), runsBy('begin')];
