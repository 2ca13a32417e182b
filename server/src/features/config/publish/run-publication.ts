import type { Ctx } from '../../../platform/context.ts';
import { inTransactionIfChanged } from '../../../platform/database/in-transaction-if-changed.ts';
import { pipelined } from '../../../platform/database/transaction.ts';
import type { PublishFile, PublishTarget } from '../../../ports/config-publishing/port.ts';
import { configTopics, findOwned } from '../config-owner.ts';
import { hasNewServer } from '../drift/queries-new-servers.ts';
import { settle } from './moved-servers.ts';
import { publish, type PublishResult } from './publish.ts';
import {
  endPublication,
  lockRunning,
  markActivating,
  setCommitted,
  setServersDiffer,
  type Publication,
} from './queries-publications.ts';

export interface PublicationWork {
  publication: Publication;
  subject: string;
  file: PublishFile;
  targets: PublishTarget[];
  /** Hash known to be on all servers; null = no file, undefined = servers are known to differ. */
  previous: string | null | undefined;
  /** True when a restored tenant's committed config is published again, without a user's request. */
  again?: boolean;
}

/** Publishes outside of a transaction, then stores the outcome in one. The committed hash changes only if all servers confirmed. */
export async function runPublication(ctx: Ctx, work: PublicationWork): Promise<PublishResult> {
  const { publication, file, targets } = work;
  const result = await publish({
    port: ctx.ports.configPublishing,
    targets,
    file,
    publicationId: publication.id,
    previous: work.previous,
    mayActivate: () => markActivating(ctx.db, publication),
  });
  const ended = result.state === 'lost' ? false : await finish(ctx, work, result);
  return ended ? result : { servers: result.servers, state: 'lost' };
}

/** Removes files staged by publications whose process died. */
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

/** Stores and records the outcome. False, and nothing is, if the publication was ended or taken over by another process. */
async function finish(
  ctx: Ctx,
  { publication, subject, targets, previous, again = false }: PublicationWork,
  result: PublishResult,
): Promise<boolean> {
  const { servers, state } = result;
  return inTransactionIfChanged(ctx, async ({ db, record }) => {
    const now = ctx.clock.now();
    const done = state === 'done';
    const hosts = targets.map(({ host }) => host);
    const [isOurs, hasNew] = await pipelined(lockRunning(db, publication), hasNewServer(db, publication, hosts));
    if (!isOurs) return;
    // Its process may have died, and the service moved, since servers were written to.
    const left = (publication.outcome ?? []).filter(({ host }) => !hosts.includes(host));
    const reached = servers.map(({ host, ok, error }) => ({ host, ok, ...(error !== undefined && { error }) }));
    const outcome = [...reached, ...left];
    const end = () => endPublication(db, publication, { state: done ? 'done' : 'failed', finishedAt: now, outcome });
    if (done) {
      const [, , owned] = await pipelined(end(), setCommitted(db, publication, now), findOwned(db, publication));
      await settle(ctx, db, publication, { owned, having: hosts });
      // A new server also needs the tenant's switches if they were ever published.
      if (hasNew) {
        const job = { tenant_id: publication.tenantId, places: {}, only_if_told: true };
        await ctx.jobs.send(db, 'control.publish', job, { persistent: true });
      }
    } else {
      await end();
      if (state === 'untouched' && previous !== undefined) await setServersDiffer(db, publication, false);
    }
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
  });
}
