import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { createAddressRules } from '../../../platform/http/address-rules.ts';
import { createSiteClient, type SiteClient } from '../../../platform/http/site-client.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createSiteProbes } from '../../../ports/probes.ts';
import type { ThreadCommand, ThreadData, ThreadReport } from './check-thread.ts';
import { createChecker } from './checker.ts';

const { level } = workerData as ThreadData;
const client = Promise.withResolvers<SiteClient>();
client.promise.catch(() => undefined);
let clockOffsetMs = 0;
let lateMs: number[] = [];

const checker = createChecker(
  {
    clock: { now: () => new Date(systemClock.now().getTime() + clockOffsetMs) },
    log: createLog(level),
    ports: {
      probes: createSiteProbes({
        send: async (request) => (await client.promise).send(request),
        connect: async (connection) => (await client.promise).connect(connection),
      }),
    },
  },
  (_id, late) => void lateMs.push(late),
);

async function report(): Promise<void> {
  const threadReport: ThreadReport = { found: await checker.drainFindings(), state: checker.state(), lateMs };
  lateMs = [];
  parentPort?.postMessage(threadReport);
}

parentPort?.on('message', (command: ThreadCommand) => {
  switch (command.kind) {
    case 'sites':
      return client.resolve(
        createSiteClient({ ...command.sites, rules: createAddressRules(command.sites.networks ?? []) }),
      );
    case 'no-sites':
      return client.reject(new AppError('target_failed', command.reason));
    case 'use':
      clockOffsetMs = command.clockOffsetMs;
      return checker.use(command.setup);
    case 'take':
      return void report();
    case 'stop':
      return checker.stop();
  }
});

void report();
