import type { CallResponse, CallInput } from '@mission-control/contract/call';
import type { createTag, listBranches, listTags } from '@mission-control/contract/releases/calls';
import { RELEASE_APPS, type ReleaseApp } from '@mission-control/contract/releases/catalogue';
import { tagExists, versionExists } from '@mission-control/contract/releases/rules';
import type { TagRow } from '@mission-control/contract/releases/schema';
import { TOPIC } from '@mission-control/contract/topics';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tag } from '../../ports/repositories/port.ts';
import { listReleaseRows } from './queries.ts';

/** The branches of an app, sorted by name. */
export async function listAppBranches(ctx: Ctx, app: ReleaseApp): Promise<CallResponse<typeof listBranches>> {
  const { refs, leftOut } = await ctx.ports.repositories.branches(app);
  return { branches: refs.map(({ name }) => ({ name })), left_out: leftOut };
}

/** The tags of one app, or of all with a repository, newest first (C-103). */
export async function listAppTags(ctx: Ctx, only?: ReleaseApp): Promise<CallResponse<typeof listTags>> {
  const apps = only === undefined ? await configuredApps(ctx) : [only];
  const lists = await Promise.all(
    apps.map(async (app) => {
      const { refs, leftOut } = await ctx.ports.repositories.tags(app);
      return { rows: refs.map((tag) => toRow(app, tag)), leftOut };
    }),
  );
  const rows = lists.flatMap((list) => list.rows);
  // Within an app the repository's order is kept: versions of the same second stay sorted.
  if (apps.length > 1) rows.sort((a, b) => b.created_at.localeCompare(a.created_at));
  return { tags: rows, left_out: lists.reduce((sum, list) => sum + list.leftOut, 0) };
}

async function configuredApps(ctx: Ctx): Promise<ReleaseApp[]> {
  const known = await Promise.all(RELEASE_APPS.map((app) => ctx.ports.releasePlans.repository(app)));
  return RELEASE_APPS.filter((_, index) => known[index] !== undefined);
}

/**
 * Creates a tag at the head of a branch.
 * @throws AppError('conflict') when the tag or such a version exists, also when created concurrently [REL-05, REL-07, REL-08]
 */
export async function createAppTag(
  ctx: Ctx,
  { app, branch, tag }: CallInput<typeof createTag>['body'],
): Promise<{ tag: TagRow }> {
  if ((await listReleaseRows(ctx.db, app, tag)).length > 0) throw new AppError('conflict', versionExists(tag));
  const at = ctx.clock.now();
  const id = ctx.random.uuid();
  const made = await ctx.ports.repositories.createTag(app, { branch, tag, by: ctx.actor.name, at, id });
  if (made.outcome === 'exists') throw new AppError('conflict', tagExists(tag));
  const { commit } = made;
  await inTransaction(ctx, async ({ record }) => {
    record({
      action: 'tag.created',
      subject: `${app} ${tag}`,
      after: { app, branch, tag, commit },
      topics: [TOPIC.releases],
    });
  });
  return { tag: toRow(app, { name: tag, commit, branch, createdAt: at }) };
}

const toRow = (app: ReleaseApp, { name, commit, branch, createdAt }: Tag): TagRow => ({
  app,
  tag: name,
  branch,
  commit,
  created_at: createdAt.toISOString(),
});
