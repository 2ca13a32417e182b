import { expect, test } from '@playwright/test';
import { findPostgres } from '../../server/src/ports/testing/postgresql.ts';
import { expectNothingLost, noteAcknowledged, type Acknowledged } from '../support/acknowledged.ts';
import { afternoon, beginDay, evening, morning } from './day.ts';
import { startFleetSites } from '../support/fleet-sites.ts';
import { signIn } from '../support/operator.ts';
import { startProcesses, type Processes } from './processes.ts';
import { whileWriting } from '../support/writers.ts';

const programs = findPostgres();
test.skip(programs === undefined, 'no PostgreSQL is installed (Debian: apt-get install postgresql)');

let sites: Awaited<ReturnType<typeof startFleetSites>>;
let processes: Processes;
test.use({ actionTimeout: 30_000 });
test.beforeAll(async () => {
  sites = await startFleetSites();
  processes = await startProcesses(programs ?? '', { SITES_GATEWAY: sites.url });
});
test.afterAll(async () => {
  await processes?.close();
  await sites?.close();
});

/** Other tenants, changed by other operators meanwhile. */
const OTHERS = [11, 12, 13, 14];

test('the day on two processes and a worker behind one address: each process is killed once while operators work, and nothing acknowledged is lost', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  const { webs, url, databaseUrl } = processes;
  const [first, second] = webs;
  const server = { ...first, url };
  const acknowledged: Acknowledged = new Map();
  noteAcknowledged(page, acknowledged);
  const operator = await signIn(url);
  const day = await beginDay({ page, server }, browser, sites);

  await morning(day);
  // Mia's screen has an unsaved setting; both follow the changes of others.
  await test.step('one process is killed', () => whileWriting(operator, OTHERS, () => first.end('SIGKILL')));
  await afternoon(day);
  await test.step('it is started again, and the other one is killed', async () => {
    await first.start();
    await whileWriting(operator, OTHERS, () => second.end('SIGKILL'));
  });
  await evening(day);
  expect(acknowledged.size).toBeGreaterThan(25);
  await expectNothingLost(databaseUrl, acknowledged);
});
