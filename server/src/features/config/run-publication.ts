import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PublishFile, PublishTarget } from '../../ports/config-publishing/port.ts';
import { configTopics } from './config-owner.ts';
import { settle } from './moved-servers.ts';
import { publish, type PublishResult } from './publish.ts';
import {
  clearServersDiffer,
  endPublication,
  markActivating,
  setCommitted,
  type Publication,
} from './queries-publications.ts';

/** A publication with what it publishes. */
export interface PublicationWork {
  publication: Publication;
  subject: string;
  file: PublishFile;
  targets: PublishTarget[];
  /** Hash that all servers are known to have; null = no file; undefined = they are known to differ. */
  previous: string | null | undefined;
  /** Nobody asked for it: what was committed before the tenant was deleted is published again. */
  again?: boolean;
}

/** Publishes outside any transaction and notes the outcome in one: the committed hash only when all servers confirmed. */
export async function runPublication(ctx: Ctx, work: PublicationWork): Promise<PublishResult> {
  const { publication, file, targets } = work;
  const result = await publish({
    port: ctx.ports.configPublishing,
    targets,
    file,
    publicationId: publication.id,
    // Where servers differed before, a failure cannot leave all of them on one known file.
    previous: work.previous,
    mayActivate: () => markActivating(ctx.db, publication),
  });
  const ended = result.state === 'lost' ? false : await finish(ctx, work, result);
  return ended ? result : { servers: result.servers, state: 'lost' };
}

/** Removes what publications staged whose process died. */
export async function discardAbandoned(
  { ports }: Ctx,
  targets: readonly PublishTarget[],
  path: string,
  publicationIds: readonly string[],
): Promise<void> {
  const ofEach = publicationIds.map((id) =>
    Promise.all(targets.map((target) => ports.configPublishing.discard(target, path, id))),
  );
  await Promise.all(ofEach);
}

const ACTIONS = {
  commit: { done: 'config.committed', failed: 'config.commit-failed' },
  again: { done: 'config.republished', failed: 'config.republish-failed' },
};

async function finish(
  ctx: Ctx,
  { publication, subject, targets, previous, again = false }: PublicationWork,
  result: PublishResult,
): Promise<boolean> {
  const { servers, state } = result;
  return inTransaction(ctx, async ({ db, record }) => {
    const now = ctx.clock.now();
    const done = state === 'done';
    const ended = await endPublication(db, publication, {
      state: done ? 'done' : 'failed',
      finishedAt: now,
      outcome: servers.map(({ host, ok, error }) => ({ host, ok, ...(error !== undefined && { error }) })),
    });
    if (ended && done) {
      await setCommitted(db, publication, now);
      const having = targets.map(({ host }) => host);
      await settle(ctx, db, publication, having);
    }
    if (ended && state === 'untouched' && previous !== undefined) await clearServersDiffer(db, publication);
    record({
      action: ACTIONS[again ? 'again' : 'commit'][done ? 'done' : 'failed'],
      subject,
      tenantId: publication.tenantId,
      before: { hash: previous ?? null },
      after: {
        revision: publication.revision,
        hash: publication.hash,
        ...(!again && { requested_by: publication.requestedBy }),
        state,
        servers,
      },
      topics: configTopics(publication),
    });
    return ended;
  });
}
