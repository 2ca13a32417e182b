import { systemCtx, type Ctx, type Services } from '../../../platform/context.ts';
import { inTransaction, inUnauditedTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { configTopics, requireConfig } from '../config-owner.ts';
import { findConfig, listItems, listKeys } from '../queries.ts';
import {
  expireDeadLeases,
  endPublication,
  listAbandoned,
  takeLease,
  WITHDRAWAL,
  type Publication,
} from './queries-publications.ts';
import { publishFile } from '../file/render-config.ts';
import { resumeWithdrawal } from './withdraw-file.ts';
import { runPublication, type PublicationWork } from './run-publication.ts';
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
  const work = await workOf(ctx, publication);
  if (work?.file.sha256 === publication.hash && work.targets.length > 0) return runPublication(ctx, work);
  const targets = work?.targets ?? [];
  const path = work?.file.path;
  if (path !== undefined) {
    await Promise.all(targets.map((target) => ctx.ports.configPublishing.discard(target, path, publication.id)));
  }
  await inTransaction(ctx, async ({ db, record }) => {
    await endPublication(db, publication, { state: 'failed', finishedAt: ctx.clock.now(), outcome: null });
    const subject = work?.subject ?? `${publication.kind} config of tenant ${publication.tenantId}`;
    const after = { revision: publication.revision, reason: 'The saved config has changed since.' };
    const topics = configTopics(publication);
    record({ action: 'config.commit-failed', subject, tenantId: publication.tenantId, after, topics });
  });
  return { state: 'superseded' };
}

/** The publication with the currently saved content; null if the tenant or its service is gone. */
async function workOf(ctx: Ctx, publication: Publication): Promise<PublicationWork | null> {
  const { tenantId, kind: slug } = publication;
  try {
    const { kind, place, subject, targets } = await requireConfig(ctx.db, tenantId, slug);
    const keys = await listKeys(ctx.db, slug);
    const items = (await listItems(ctx.db, place)).map((item) => openItem(ctx.secrets, place, item));
    const config = await findConfig(ctx.db, place);
    const previous = config?.serversDiffer ? undefined : (config?.committedHash ?? null);
    return { publication, subject, file: publishFile(tenantId, kind, items, keys), targets, previous };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}
