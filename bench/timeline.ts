// The cost of a page of the fleet's timeline and of its overview with a long history, compared with a hundredth of it: the work must
// not grow with the total history of the fleet (0118).
// Run: node bench/timeline.ts   (needs the Debian package postgresql)
import { Client } from 'pg';
import { signInClient } from './measure/client.ts';
import { grouped, median, reportAtMost } from './measure/figures.ts';
import { startFleetConsole } from './measure/fleet-console.ts';

const TENANTS = 10_000;
/** Number of changes in the short and in the long history; outages and failed cron tasks are a twentieth of that each. */
const LITTLE = 4_000;
const MUCH = 400_000;
/** Length of the history; the page shows the newest. */
const DAYS = 30;
const MAX_RATIO = 2;
const ROUNDS = 40;

const { server, databaseUrl, stop } = await startFleetConsole(String(TENANTS));
const send = await signInClient(server.url);
const client = new Client({ connectionString: databaseUrl });
await client.connect();

/** Adds history, evenly over the days. */
async function addHistory(changes: number): Promise<void> {
  const at = (count: number): string => `now() - interval '${DAYS} days' * (n::float8 / ${count})`;
  await client.query(`
    insert into audit_events (at, actor, action, subject, tenant_id, "before", "after", request_id, previous_hash, hash)
    select ${at(changes)}, 'bench', (array['config.saved', 'config.committed', 'tenant.updated', 'user.signed-in'])[1 + n % 4],
      t.name, t.id, '{}', '{"revision": 2, "cron": false}', 'bench', '', ''
    from generate_series(1, ${changes}) n join tenants t on t.id = 1 + n % ${TENANTS}`);
  const troubles = changes / 20;
  await client.query(`
    insert into cron_incidents (tenant_id, environment_id, what, at, task_group, task)
    select t.id, (select min(id) from environments), 'failed', ${at(troubles)}, 'bench', 'task ' || n
    from generate_series(1, ${troubles}) n join tenants t on t.id = 1 + n % ${TENANTS}`);
  await client.query(`
    insert into monitor_outages (monitor_id, started_at, ended_at, error, failures)
    select m.id, ${at(troubles)}, ${at(troubles)} + interval '1 minute', 'bench', 3
    from generate_series(1, ${troubles}) n join (select id, row_number() over () as place, count(*) over () as all_of from monitors) m
      on m.place = 1 + n % m.all_of`);
  await client.query('analyze');
}

/** Median milliseconds of a call. */
async function timeOf(path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await send('GET', path);
    times.push(performance.now() - begun);
  }
  return median(times);
}

try {
  const from = new Date(Date.now() - DAYS * 86_400_000).toISOString();
  const to = new Date(Date.now() + 3_600_000).toISOString();
  const paths = {
    'a page of the fleet': `/api/timeline?from=${from}`,
    'its overview': `/api/timeline/overview?from=${from}&to=${to}`,
    'a page of a tenant': `/api/timeline?tenant=77&from=${from}`,
  };
  const read = async () => {
    const times: number[] = [];
    for (const path of Object.values(paths)) times.push(await timeOf(path));
    return times;
  };
  await addHistory(LITTLE);
  await read();
  const little = await read();
  await addHistory(MUCH - LITTLE);
  await read();
  const much = await read();
  const { entries } = JSON.parse(await send('GET', paths['a page of the fleet'])) as { entries: unknown[] };
  console.log(`${grouped(TENANTS)} tenants, ${grouped(MUCH)} changes, ${entries.length} entries a page`);
  for (const [index, name] of Object.keys(paths).entries()) {
    const [before = 1, after = 1] = [little[index], much[index]];
    console.log(`${name}: ${before.toFixed(1)} ms, with a hundred times the history ${after.toFixed(1)} ms`);
    reportAtMost(`${name}, ratio`, after / before, MAX_RATIO, 'x');
  }
} finally {
  await client.end();
  await stop();
}
process.exit();
