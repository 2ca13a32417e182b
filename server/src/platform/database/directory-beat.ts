import { workerData } from 'node:worker_threads';
import { stopAtOnce } from './directory-lock.ts';
import { beat, type Mark } from './directory-mark.ts';

// A thread of its own, so that a long statement of the embedded database does not look like death.
const { path, mark, everyMs } = workerData as { path: string; mark: Mark; everyMs: number };
setInterval(() => {
  if (!beat(path, mark)) stopAtOnce(path);
}, everyMs);
