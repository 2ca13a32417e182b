import { PreparedJson } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { readTopicVersion } from '../../platform/events/topic-versions.ts';
import { listCronJson, listFailed } from './queries.ts';

/** More than anybody reads; the page says how many there are. */
const MAX_FAILED = 500;

interface Kept {
  /** The versions of the reports and of the tenants that it holds at least. */
  versions: string;
  answer: Promise<PreparedJson>;
}
const kept = prepared((): { last: Kept | null } => ({ last: null }));

/** The running and the failed tasks of the fleet as ready JSON, made again only when a report has come or a tenant has changed. */
export async function listCron(ctx: Ctx): Promise<PreparedJson> {
  const slot = kept(ctx.db);
  const versions = await versionsOf(ctx);
  if (slot.last?.versions !== versions) {
    const made: Kept = { versions, answer: makeAnswer(ctx.db, versions) };
    slot.last = made;
    made.answer.catch(() => {
      if (slot.last === made) slot.last = null;
    });
  }
  return slot.last.answer;
}

async function versionsOf({ db, topicVersions: seen }: Ctx): Promise<string> {
  const cron = seen ? (seen['cron'] ?? 0) : await readTopicVersion(db, 'cron');
  const tenants = seen ? (seen['tenants'] ?? 0) : await readTopicVersion(db, 'tenants');
  return `${cron}-${tenants}`;
}

async function makeAnswer(db: Database, versions: string): Promise<PreparedJson> {
  const [tenants, failed] = [await listCronJson(db), await listFailed(db, MAX_FAILED)];
  return new PreparedJson(
    Buffer.from(`{"tenants":${tenants},"failed":${JSON.stringify(failed)}}`),
    `"cron-${versions}"`,
  );
}
