import { keysOfSheet } from '../sheet-answer.ts';
import type { MemberJob } from './job.ts';
import { readJob } from './read-job.ts';

/** What the member worker does, by name. Each loads only what it needs: a thread that reads has no use for schemas. */
export const MEMBER_JOBS = {
  read: readJob(keysOfSheet),
  /** Fact `today`: as yyyy-mm-dd. */
  validate: (async (bytes, { today = '' }) => {
    const { validateBytes } = await import('../validate-bytes.ts');
    return validateBytes(bytes, today);
  }) satisfies MemberJob,
};
