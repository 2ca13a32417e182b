import { keysOfSheet } from '../sheet-answer.ts';
import { validateBytes } from '../validate-bytes.ts';
import { readJob } from './read-job.ts';
import type { MemberJob } from './job.ts';

/** What the member worker does, by name. */
export const MEMBER_JOBS = {
  read: readJob(keysOfSheet),
  /** Fact `today`: as yyyy-mm-dd. */
  validate: ((bytes, { today = '' }) => validateBytes(bytes, today)) satisfies MemberJob,
};
