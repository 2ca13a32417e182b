import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { AlertMessage, RuleInput } from '@mission-control/contract/alerts/schema';
import { eq, sql } from 'drizzle-orm';
import { databaseHosts, domains, tenantServices } from '../../../fleet/tables.ts';
import { createSiteClient } from '../../../platform/http/site-client.ts';
import type { TestCtx } from '../../../platform/testing/test-ctx.ts';
import { createNotifications } from '../../../ports/notifications.ts';
import { monitorOutages, monitors } from '../../monitors/public.ts';

/** A rule about sites that are down, with an unrestricted scope and no channels. */
export const downRule = (more: Partial<RuleInput> = {}): RuleInput => ({
  name: 'Sites',
  kind: 'site-down',
  limit: 3,
  minutes: null,
  severity: 'critical',
  scope: { regions: [], environments: [], tenants: [] },
  quiet: null,
  channels: [],
  enabled: true,
  ...more,
});

interface Hook {
  message: AlertMessage;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A webhook receiver on 127.0.0.1. */
export async function startReceiver() {
  const arrived: Hook[] = [];
  /** Statuses of the next responses; 200 by default. */
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const status = statuses.shift() ?? 200;
      if (status < 300) arrived.push({ message: JSON.parse(body) as AlertMessage, headers: request.headers, body });
      response.writeHead(status, { location: 'http://169.254.169.254/' }).end('x'.repeat(100));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/alerts`, port, arrived, statuses, close: () => void server.close() };
}

/** Lets the context send to ports of this machine, which the console's own guard never allows. */
export function allowLocal(t: TestCtx, ...ports: number[]): void {
  const options = { rules: () => null, ports };
  t.ports.notifications = createNotifications(createSiteClient(options), options);
}

/** A monitored site for each host, all on one database host. */
export async function addSites(t: TestCtx, tenantId: number, hosts: readonly string[]): Promise<number[]> {
  const [database] = await t.db.select({ id: databaseHosts.id }).from(databaseHosts).limit(1);
  await t.db
    .insert(tenantServices)
    .values({ tenantId, service: 'coursepro', databaseHostId: database?.id ?? null })
    .onConflictDoNothing();
  await t.db.insert(domains).values(hosts.map((host) => ({ tenantId, service: 'coursepro', host })));
  const now = t.clock.now();
  const stored = await t.db
    .insert(monitors)
    .values(
      hosts.map((host) => ({ tenantId, service: 'coursepro', host, createdAt: now, lastCheck: now, lastOnline: now })),
    )
    .returning({ id: monitors.id });
  return stored.map(({ id }) => id);
}

/** What the prober stores when a site goes down. */
export async function failSite(t: TestCtx, id: number, failures = 3): Promise<void> {
  await t.db.update(monitors).set({ status: 0, lastError: 'Status 503' }).where(eq(monitors.id, id));
  await t.db.insert(monitorOutages).values({ monitorId: id, startedAt: t.clock.now(), error: 'Status 503', failures });
}

/** What the prober stores when the site recovers. */
export async function healSite(t: TestCtx, id: number): Promise<void> {
  await t.db.update(monitors).set({ status: 1, lastError: null }).where(eq(monitors.id, id));
  await t.db
    .update(monitorOutages)
    .set({ endedAt: t.clock.now() })
    .where(sql`monitor_id = ${id} and ended_at is null`);
}
