// The CPU time that a change of one tenant and the next read of what needs attention cost the console's process, compared with
// rereading the facts of all tenants (0114).
// Run: node bench/attention.ts   (needs the Debian package postgresql)
import { signInClient } from './measure/client.ts';
import { grouped, reportAtMost } from './measure/figures.ts';
import { processorMsOf } from './measure/processor-time.ts';
import { startFleetConsole } from './measure/fleet-console.ts';

const TENANTS = 10_000;
/** For a change and a read of the counts, without the change itself. */
const MAX_MS = 8;
const ROUNDS = 60;

const { server, stop } = await startFleetConsole(String(TENANTS));
const send = await signInClient(server.url);

interface Attention {
  needing: number;
  tenants: { id: number }[];
}

try {
  const list = JSON.parse(await send('GET', '/api/tenant')) as { tenants: { _id: number }[] };
  const ids = list.tenants.slice(0, ROUNDS).map(({ _id }) => _id);
  const change = (round: number): Promise<string> =>
    send('PATCH', `/api/tenant/${ids[round % ids.length]}`, { status: Math.floor(round / ids.length) % 2 === 1 });
  const readCounts = (): Promise<string> => send('GET', '/api/attention');
  const readAll = (): Promise<string> => send('GET', '/api/attention?reason=any');
  for (let round = 0; round < ROUNDS; round += 1) await change(round).then(readAll);
  const { needing, tenants } = JSON.parse(await readAll()) as Attention;
  const alone = await processorMsOf(server.url, ROUNDS, (round) => change(round + ROUNDS));
  const counted = await processorMsOf(server.url, ROUNDS, (round) => change(round).then(readCounts));
  const listed = await processorMsOf(server.url, ROUNDS, (round) => change(round + ROUNDS).then(readAll));
  const anew = await processorMsOf(server.url, 3, () => send('GET', '/api/tenant/refresh').then(readCounts));
  const cost = counted - alone;
  console.log(`${grouped(TENANTS)} tenants, ${needing} need attention, ${tenants.length} listed`);
  reportAtMost('the counts after a change', cost, MAX_MS, 'ms of processor time');
  console.log(
    `the whole list after a change: ${(listed - alone).toFixed(1)} ms; the change itself: ${alone.toFixed(1)} ms`,
  );
  console.log(`all tenants read anew: ${anew.toFixed(0)} ms, ${(anew / Math.max(cost, 0.1)).toFixed(0)} x`);
} finally {
  await stop();
}
process.exit();
