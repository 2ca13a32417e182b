import { parentPort, workerData } from 'node:worker_threads';
import { readBytes } from './read-upload.ts';

parentPort?.postMessage(readBytes(workerData as Uint8Array));
