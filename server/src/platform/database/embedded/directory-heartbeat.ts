import { workerData } from 'node:worker_threads';
import { terminateProcess } from './directory-lock.ts';
import { writeHeartbeat, type Mark } from './lock-file.ts';

// A separate thread, so that a long statement of the embedded database does not look like a dead process.
const { path, mark, everyMs } = workerData as { path: string; mark: Mark; everyMs: number };
setInterval(() => {
  if (!writeHeartbeat(path, mark)) terminateProcess(path);
}, everyMs);
