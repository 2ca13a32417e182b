// The CPU time that a change of one tenant and the next read of what needs attention cost the console's process, compared with
// rereading the facts of all tenants (0114).
// Run: node bench/attention.ts   (needs the Debian package postgresql)
import { signInToken } from '../e2e/support/operator.ts';
import { startFleetConsole } from './peers/fleet-console.ts';
import { processorMsOf } from './peers/processor-time.ts';

const TENANTS = 10_000;
/** For a change and a read of the numbers, without the change itself. */
const MAX_MS = 8;
const ROUNDS = 60;

const { server, stop } = await startFleetConsole(String(TENANTS));
const authorization = `Bearer ${await signInToken(server.url)}`;

async function send(path: string, method = 'GET', body?: object): Promise<string> {
  const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${server.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${path} is answered with ${answer.status}.`);
  return answer.text();
}

interface Attention {
  needing: number;
  tenants: { id: number }[];
}

try {
  const list = JSON.parse(await send('/api/tenant')) as { tenants: { _id: number }[] };
  const ids = list.tenants.slice(0, ROUNDS).map(({ _id }) => _id);
  const change = (round: number): Promise<string> =>
    send(`/api/tenant/${ids[round % ids.length]}`, 'PATCH', { status: Math.floor(round / ids.length) % 2 === 1 });
  const numbers = (): Promise<string> => send('/api/attention');
  const all = (): Promise<string> => send('/api/attention?reason=any');
  for (let round = 0; round < ROUNDS; round += 1) await change(round).then(all);
  const { needing, tenants } = JSON.parse(await all()) as Attention;
  const alone = await processorMsOf(server.url, ROUNDS, async (round) => void (await change(round + ROUNDS)));
  const counted = await processorMsOf(server.url, ROUNDS, async (round) => void (await change(round).then(numbers)));
  const listed = await processorMsOf(
    server.url,
    ROUNDS,
    async (round) => void (await change(round + ROUNDS).then(all)),
  );
  const anew = await processorMsOf(server.url, 3, async () => void (await send('/api/tenant/refresh').then(numbers)));
  const cost = counted - alone;
  const ok = cost <= MAX_MS;
  console.log(`${TENANTS.toLocaleString('en-GB')} tenants, ${needing} need attention, ${tenants.length} listed`);
  console.log(
    `the numbers after a change: ${cost.toFixed(1)} ms of processor time (at most ${MAX_MS}): ${ok ? 'ok' : 'TOO MUCH'}`,
  );
  console.log(
    `the whole list after a change: ${(listed - alone).toFixed(1)} ms; the change itself: ${alone.toFixed(1)} ms`,
  );
  console.log(`all tenants read anew: ${anew.toFixed(0)} ms, ${(anew / Math.max(cost, 0.1)).toFixed(0)} x`);
  if (!ok) process.exitCode = 1;
} finally {
  await stop();
}
process.exit();
