import { systemCtx, type Ctx, type Services } from '../../../platform/context.ts';
import { inTransactionIfChanged } from '../../../platform/database/in-transaction-if-changed.ts';
import { inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { configTopics, findOwned, type OwnedConfig } from '../config-owner.ts';
import { findConfig, listItems, listKeys } from '../queries.ts';
import {
  expireDeadLeases,
  endPublication,
  listAbandoned,
  takeLease,
  WITHDRAWAL,
  type Publication,
} from './queries-publications.ts';
import { publishedPath, publishFile } from '../file/render-config.ts';
import { resumeWithdrawal } from './withdraw-file.ts';
import { discardAbandoned, runPublication, type PublicationWork } from './run-publication.ts';
import { openItem } from '../file/stored-items.ts';

/** Job that finishes interrupted publications. */
export const RESUME_JOB = 'config.resume-publications';

/** Expires the leases of dead processes at once, and queues the job that finishes their publications. */
export async function resumeDeadLeases(services: Services): Promise<void> {
  await inUnauditedTransaction(systemCtx(services, 'config'), async ({ db }) => {
    if ((await expireDeadLeases(db)) > 0) await services.jobs.send(db, RESUME_JOB, {});
  });
}

/**
 * Finishes publications whose process died (R4): runs them again with the same content, or fails them if the saved config has
 * changed, so that a commit is due. Returns how many it finished.
 */
export async function resumePublications(services: Services): Promise<number> {
  const ctx = systemCtx(services, 'config');
  let ended = 0;
  for (const publication of await listAbandoned(ctx.db)) {
    const taken = await takeLease(ctx.db, publication, ctx.processId);
    if (!taken) continue;
    const facts = { tenantId: publication.tenantId, kind: publication.kind };
    try {
      const { state } = await resume(ctx, taken);
      if (state === 'lost') continue;
      ctx.log.info({ ...facts, state }, 'finished an interrupted commit');
      ended += 1;
    } catch (error) {
      // Continue with the others; this one is retried when its lease expires.
      ctx.log.error({ ...facts, err: error }, 'failed to finish an interrupted commit');
    }
  }
  return ended;
}

async function resume(ctx: Ctx, publication: Publication): Promise<{ state: string }> {
  if (publication.hash === WITHDRAWAL) return resumeWithdrawal(ctx, publication);
  const owned = await findOwned(ctx.db, publication);
  const work = owned && !owned.deleted ? await workOf(ctx, publication, owned) : null;
  if (work?.file.sha256 === publication.hash && work.targets.length > 0) return runPublication(ctx, work);
  if (owned) {
    const path = publishedPath(publication.tenantId, owned.kind);
    await discardAbandoned(ctx, owned.targets, path, [publication.id]);
  }
  const isEnded = await inTransactionIfChanged(ctx, async ({ db, record }) => {
    if (!(await endPublication(db, publication, { state: 'failed', finishedAt: ctx.clock.now() }))) return;
    const subject = owned?.subject ?? `${publication.kind} config of tenant ${publication.tenantId}`;
    const after = { revision: publication.revision, reason: 'The saved config has changed since.' };
    const topics = configTopics(publication);
    record({ action: 'config.commit-failed', subject, tenantId: publication.tenantId, after, topics });
  });
  return { state: isEnded ? 'superseded' : 'lost' };
}

/** The publication with the currently saved content. */
async function workOf(
  ctx: Ctx,
  publication: Publication,
  { kind, place, subject, targets }: OwnedConfig,
): Promise<PublicationWork> {
  const keys = await listKeys(ctx.db, place.kind);
  const items = (await listItems(ctx.db, place)).map((item) => openItem(ctx.secrets, place, item));
  const config = await findConfig(ctx.db, place);
  const previous = config?.serversDiffer ? undefined : (config?.committedHash ?? null);
  return { publication, subject, file: publishFile(place.tenantId, kind, items, keys), targets, previous };
}
