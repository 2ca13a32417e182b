// The CPU time and size of every GET call without path parameters, with 1,000, 10,000 and 100,000 tenants on PostgreSQL: the cost of a
// call may not grow faster than the number of tenants.
// Run: node bench/growth.ts [tenants...]   (needs the Debian package postgresql)
import { calls } from '../contract/src/calls.ts';
import type { Call } from '../contract/src/call.ts';
import { signInToken } from '../e2e/support/operator.ts';
import { grouped, reportAtMost } from './measure/figures.ts';
import { processorMs } from './measure/processor-time.ts';
import { startFleetConsole } from './measure/fleet-console.ts';
import { multiplyFleet } from './measure/multiply-fleet.ts';

const FLEET = 1_000;
const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [FLEET, 10 * FLEET, 100 * FLEET];
/** Tolerance beyond the growth of the fleet, for CPU caches and the noise of short times. */
const SLACK = 1.5;
/** Below this many ms a factor is only noise. */
const SHORT_MS = 20;
/** These end the session, never end, or need data that the bench does not have. */
const SKIPPED = new Set(['followEvents', 'refreshTenants', 'getCompetencyMapping', 'listTenantsAsOf']);

/** Above this number of tenants, no further monitors are added. */
const MAX_WITH_MONITORS = 10_000;

const isMeasured = (call: Call): boolean =>
  call.method === 'GET' && !call.path.includes('{') && !SKIPPED.has(call.name) && call.access !== 'environment';

const now = (): string => new Date().toISOString();
/** Queries of calls that require one. */
const QUERY: Record<string, () => string> = {
  omnisearch: () => '?val=leisure',
  searchPalette: () => '?val=leisure',
  searchMonitors: () => '?q=leisure',
  searchCronLogs: () => '?q=leisure',
  listAttention: () => '?reason=any',
  listTenantsByReport: () => '?reports=never',
  listUptime: () => `?month=${now().slice(0, 7)}`,
  compareConfigs: () => '?service=coursepro&tenants=1,2',
  getTimelineOverview: () => `?from=2026-01-01T00:00:00Z&to=${now()}`,
  exportAudit: () => '?format=csv',
  findSequence: () => '?kind=seed',
  listBranches: () => '?app=coursepro',
  listVersions: () => '?app=coursepro&env=prod',
  listMigrationCommands: () => '?service=strive&env=prod',
};

interface Cost {
  ms: number;
  wallMs: number;
  kb: number;
  /** The first one that was not 200, if any. */
  status: number;
}

const { server, databaseUrl, stop } = await startFleetConsole(String(FLEET));
const authorization = `Bearer ${await signInToken(server.url)}`;

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.url}${path}`, { ...init, headers: { authorization, 'content-type': 'application/json' } });

/** Makes the console reread everything after its database was changed directly. */
const refreshed = async (): Promise<void> => void (await (await ask('/api/tenant/refresh')).text());

/** Changes one tenant, as happens all the time in a large fleet. */
let isActive = true;
async function changeOne(): Promise<void> {
  isActive = !isActive;
  const answer = await ask('/api/tenant/7', { method: 'PATCH', body: JSON.stringify({ status: isActive }) });
  if (!answer.ok) throw new Error(`The change is answered with ${answer.status}.`);
  await answer.text();
}

const ROUNDS = 4;

/** The cost of a call right after a change of one tenant, without the first round, which fills the caches. */
async function costOf(call: Call): Promise<Cost> {
  const cost = { ms: 0, wallMs: 0, kb: 0, status: 0 };
  for (let round = 0; round <= ROUNDS; round += 1) {
    await changeOne();
    const [used, begun] = [await processorMs(server.url), performance.now()];
    const answer = await ask(`${call.path}${QUERY[call.name]?.() ?? ''}`);
    cost.kb = (await answer.arrayBuffer()).byteLength / 1024;
    if ([0, 200].includes(cost.status)) cost.status = answer.status;
    const wallMs = performance.now() - begun;
    if (round === 0) continue;
    cost.ms += ((await processorMs(server.url)) - used) / ROUNDS;
    cost.wallMs += wallMs / ROUNDS;
  }
  return cost;
}

try {
  const found = new Map<string, Cost[]>();
  for (const [at, size] of sizes.entries()) {
    const [had, has] = [(sizes[at - 1] ?? FLEET) / FLEET, size / FLEET];
    await multiplyFleet(databaseUrl, FLEET, has, { from: had, monitors: size <= MAX_WITH_MONITORS });
    await refreshed();
    for (const call of calls.filter(isMeasured)) {
      const costs = found.get(call.name) ?? [];
      found.set(call.name, [...costs, await costOf(call)]);
    }
  }
  console.log(
    `ms of processor time (and of waiting) right after a change of one tenant, and KB, with ${sizes.map(grouped).join(', ')} tenants`,
  );
  let steep = 0;
  for (const [name, costs] of found) {
    const shown = costs.map(({ ms, wallMs, kb, status }) =>
      status === 200 ? `${ms.toFixed(0)} (${wallMs.toFixed(0)}) ms ${kb.toFixed(0)} KB` : `status ${status}`,
    );
    const faults = costs.flatMap(({ ms, status }, at) => {
      if (status !== 200) return [`status ${status}`];
      const before = costs[at - 1];
      const growth = (sizes[at] ?? 1) / (sizes[at - 1] ?? 1);
      return before && ms > SHORT_MS && ms > Math.max(before.ms, 2) * growth * SLACK
        ? [`${(ms / before.ms).toFixed(0)} x`]
        : [];
    });
    console.log(`${name.padEnd(26)}${shown.map((text) => text.padEnd(30)).join('')}${faults.join(', ')}`.trimEnd());
    if (faults.length > 0) steep += 1;
  }
  reportAtMost(`of ${found.size} calls, those that cost more than their share of the tenants`, steep, 0, 'calls');
} finally {
  await stop();
}
process.exit();
