// The CPU time that comparing 50 configs with 500 settings each, 50 of them secret, costs the console.
// Run: node bench/compare.ts   (needs the Debian package postgresql)
import { signInToken } from '../e2e/support/operator.ts';
import { startFleetConsole } from './peers/fleet-console.ts';
import { processorMsOf } from './peers/processor-time.ts';

const TENANTS = 50;
const SETTINGS = 500;
const SECRETS = 50;
const MAX_MS = 300;

const { server, stop } = await startFleetConsole('200');
const authorization = `Bearer ${await signInToken(server.url)}`;

async function send(path: string, body?: object): Promise<string> {
  const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${server.url}${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} is answered with ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

try {
  const list = JSON.parse(await send('/api/tenant')) as { tenants: { _id: number; strive_tenant: boolean }[] };
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
    await send(`/api/tenant/${id}/strive`, { added });
  }
  const path = `/api/compare?service=strive&tenants=${ids.join()}`;
  const { configs, rows } = JSON.parse(await send(path)) as { configs: unknown[]; rows: unknown[] };
  const cost = await processorMsOf(server.url, 10, async () => void (await send(path)));
  const begun = performance.now();
  for (let round = 0; round < 10; round += 1) await send(path);
  const took = (performance.now() - begun) / 10;
  const ok = cost <= MAX_MS;
  console.log(
    `${configs.length} configs x ${rows.length} settings: ${cost.toFixed(0)} ms of processor time (at most ${MAX_MS}): ${ok ? 'ok' : 'TOO MUCH'}`,
  );
  console.log(`${took.toFixed(0)} ms from request to the whole response, the database included`);
  if (!ok) process.exitCode = 1;
} finally {
  await stop();
}
process.exit();
