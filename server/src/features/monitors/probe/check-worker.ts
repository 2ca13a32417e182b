import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { createAddressRules } from '../../../platform/http/address-rules.ts';
import { createSiteClient, type SiteClient } from '../../../platform/http/site-client.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createSiteProbes } from '../../../ports/probes.ts';
import type { Order, ThreadData, ThreadReport } from './check-thread.ts';
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
  const said: ThreadReport = { found: await checker.takeFound(), state: checker.state(), lateMs };
  lateMs = [];
  parentPort?.postMessage(said);
}

parentPort?.on('message', (order: Order) => {
  switch (order.kind) {
    case 'sites':
      return client.resolve(
        createSiteClient({ ...order.sites, rules: createAddressRules(order.sites.networks ?? []) }),
      );
    case 'no-sites':
      return client.reject(new AppError('target_failed', order.reason));
    case 'use':
      clockOffsetMs = order.clockOffsetMs;
      return checker.use(order.setup);
    case 'take':
      return void report();
    case 'stop':
      return checker.stop();
  }
});

void report();
