// Kills a console with SIGKILL while operators write, 25 times, and counts acknowledged changes that are gone afterwards.
// Run: node bench/durability.ts [kills]   (DATABASE_URL=... does the same on a PostgreSQL of yours, which it fills)
import { setTimeout as sleep } from 'node:timers/promises';
import { startConsole } from '../e2e/console.ts';
import { signIn, type Operator } from '../e2e/operator.ts';

const WRITERS = 4;
const kills = Number(process.argv[2] ?? 25);
const database = process.env['DATABASE_URL'];

interface Tenant {
  _id: number;
  staging: boolean;
  version: number;
}

const acknowledged = new Map<number, Pick<Tenant, 'version' | 'staging'>>();
let changes = 0;
let lost = 0;

const readTenant = async (operator: Operator, id: number): Promise<Tenant> => {
  const { body } = await operator.call('GET', `/api/tenant/${id}`);
  return (body as { tenant: Tenant }).tenant;
};

/** Switches one tenant to and fro until the console dies; remembers the last answer it got. */
async function writeUntilKilled(operator: Operator, id: number): Promise<void> {
  for (let staging = false; ; staging = !staging) {
    try {
      const { status, body } = await operator.call('PATCH', `/api/tenant/${id}`, { staging });
      if (status !== 200) return;
      const { tenant } = body as { tenant: Tenant };
      acknowledged.set(id, tenant);
      changes += 1;
    } catch {
      return;
    }
  }
}

const settings = { SANDBOX: 'on', SANDBOX_TENANTS: '8', ...(database && { DATABASE_URL: database }) };
const server = await startConsole(settings);
for (let kill = 1; kill <= kills; kill += 1) {
  const operator = await signIn(server.url);
  for (const [id, expected] of acknowledged) {
    const found = await readTenant(operator, id);
    // One unacknowledged change may have been committed after the last answer.
    const whole =
      found.version > expected.version || (found.version === expected.version && found.staging === expected.staging);
    if (!whole) lost += 1;
  }
  const writing = Array.from({ length: WRITERS }, (_, index) => writeUntilKilled(operator, index + 1));
  await sleep(100 + Math.random() * 400);
  await server.end('SIGKILL');
  await Promise.all(writing);
  await server.start();
}
await server.dispose();
console.log(`${database ? 'PostgreSQL' : 'PGlite'}: ${kills} kills, ${changes} acknowledged changes, ${lost} lost`);
if (lost > 0) process.exitCode = 1;
