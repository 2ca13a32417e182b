// The CPU time that comparing 50 configs with 500 settings each, 50 of them secret, costs the console.
// Run: node bench/compare.ts   (needs the Debian package postgresql)
import { signInClient } from './measure/client.ts';
import { reportAtMost } from './measure/figures.ts';
import { processorMsOf } from './measure/processor-time.ts';
import { startFleetConsole } from './measure/fleet-console.ts';

const TENANTS = 50;
const SETTINGS = 500;
const SECRETS = 50;
const MAX_MS = 300;
const ROUNDS = 10;

const { server, stop } = await startFleetConsole('200');
const send = await signInClient(server.url);

try {
  const list = JSON.parse(await send('GET', '/api/tenant')) as { tenants: { _id: number; strive_tenant: boolean }[] };
  const ids = list.tenants
    .filter((row) => row.strive_tenant)
    .slice(0, TENANTS)
    .map(({ _id }) => _id);
  if (ids.length < TENANTS) throw new Error(`Only ${ids.length} tenants have the service.`);
  for (const id of ids) {
    const added = Array.from({ length: SETTINGS }, (_, at) => ({
      key: at < SECRETS ? `BENCH_PASSWORD_${at}` : `BENCH_${at}`,
      value: at % 3 === 0 ? `value ${id}` : `value ${at}`,
      type: 2,
    }));
    await send('POST', `/api/tenant/${id}/strive`, { added });
  }
  const path = `/api/compare?service=strive&tenants=${ids.join()}`;
  const { configs, rows } = JSON.parse(await send('GET', path)) as { configs: unknown[]; rows: unknown[] };
  const cost = await processorMsOf(server.url, ROUNDS, () => send('GET', path));
  const begun = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) await send('GET', path);
  const took = (performance.now() - begun) / ROUNDS;
  reportAtMost(`${configs.length} configs x ${rows.length} settings`, cost, MAX_MS, 'ms of processor time');
  console.log(`${took.toFixed(0)} ms from request to the whole response, the database included`);
} finally {
  await stop();
}
process.exit();
