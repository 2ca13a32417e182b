import { parentPort, workerData } from 'node:worker_threads';
import { readBytes } from './read-upload.ts';

for (const result of readBytes(workerData as Uint8Array)) parentPort?.postMessage(result);
