import { beforeAll, afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestCtx, type TestCtx } from '../../../platform/testing/test-ctx.ts';
import type { ProbeResult } from '../../../ports/probes.ts';
import type { CheckedMonitor } from '../queries-fleet.ts';
import { createChecks } from './checks.ts';

const TIMEOUT_MS = 10_000;
const UP: ProbeResult = { ok: true, ms: 100, response: '200 OK', error: null, certificateEnds: null };

let t: TestCtx;
/** Completes the checks in progress. */
let finish: (() => void)[];
beforeAll(async () => {
  t = await createTestCtx();
  t.ports.probes = { check: () => new Promise((resolve) => finish.push(() => resolve(UP))) };
});
beforeEach(() => {
  finish = [];
});
afterAll(() => t.close());

const monitor = (revision: number): CheckedMonitor => ({
  id: 1,
  tenantId: 1,
  service: 'coursepro',
  active: true,
  closed: null,
  removedAt: null,
  revision,
  kind: 'https',
  host: 'oak.example',
  port: 443,
  path: '/',
  expectedStatus: 200,
  expectedText: null,
  failuresToDown: 3,
  successesToUp: 2,
  slowMs: 1_500,
  askedAt: null,
  timeoutMs: TIMEOUT_MS,
  status: 1,
  warningCount: 0,
  slowBits: 0,
  against: 0,
  againstSince: null,
  lastOnline: null,
  lastOffline: null,
  lastCheck: null,
  responseMs: null,
  lastResponse: null,
  lastError: null,
  certificateEnds: null,
  createdAt: new Date(0),
  openChecks: 0,
  openFailures: 0,
  openMs: 0,
});
const settle = () => new Promise(setImmediate);

describe('the checks of a worker', () => {
  it('drop the result of a monitor that was changed during the check', async () => {
    const checks = createChecks(t);
    checks.use({ until: Infinity, monitors: [monitor(1)] });
    t.clock.advance(20_000);
    checks.runDue();
    expect(finish).toHaveLength(1);
    checks.use({ until: Infinity, monitors: [monitor(2)] });
    finish[0]?.();
    await settle();
    expect(checks.takeFound()).toEqual([]);
  });

  it('wait for the renewal of a lease that they could outlast', async () => {
    const checks = createChecks(t);
    checks.use({ until: t.clock.now().getTime() + 20_000 + TIMEOUT_MS - 1, monitors: [monitor(1)] });
    t.clock.advance(20_000);
    checks.runDue();
    expect(finish).toEqual([]);
    checks.use({ until: Infinity, monitors: null });
    t.clock.advance(5_000);
    checks.runDue();
    expect(finish).toHaveLength(1);
    finish[0]?.();
    await settle();
    expect(checks.takeFound()).toHaveLength(1);
  });
});
