import { workerData } from 'node:worker_threads';
import { stopAtOnce } from './directory-lock.ts';
import { beat, type Mark } from './directory-mark.ts';

// A separate thread, so that a long statement of the embedded database does not look like a dead process.
const { path, mark, everyMs } = workerData as { path: string; mark: Mark; everyMs: number };
setInterval(() => {
  if (!beat(path, mark)) stopAtOnce(path);
}, everyMs);
