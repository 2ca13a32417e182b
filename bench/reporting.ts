import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { CronTask } from '@mission-control/contract/cron/schema';
import type { ReportTenant } from '@mission-control/contract/reports/calls';
import { signIn } from '../e2e/support/operator.ts';

/** An environment with a report token, and the tenants whose cron runs there. */
export interface Reporter {
  token: string;
  tenants: number[];
}

/** Issues a token for every environment with cron. */
export async function findReporters(url: string): Promise<Reporter[]> {
  const admin = await signIn(url);
  const { body } = await admin.call('GET', '/api/environment/fast');
  const reporters: Reporter[] = [];
  for (const { _id: id } of (body as { environments: { _id: number }[] }).environments) {
    const minted = await admin.call('POST', `/api/report-token/${id}`);
    const { token } = minted.body as { token: string };
    const answer = await fetch(`${url}/api/report/tenants`, { headers: { authorization: `Bearer ${token}` } });
    const { tenants } = (await answer.json()) as { tenants: ReportTenant[] };
    const withCron = tenants.filter(({ services }) =>
      services.some(({ service, place }) => service === 'coursepro' && place === 'worker'),
    );
    if (withCron.length > 0) reporters.push({ token, tenants: withCron.map(({ id: tenant }) => tenant) });
  }
  return reporters;
}

/** Cron report of a tenant with the given numbers of tasks, running tasks and log entries. */
export function cronOf(tenantId: number, { tasks, running, logs }: { tasks: number; running: number; logs: number }) {
  const runningTasks = Array.from({ length: running }, (_, at) => ({
    task: `task_${at}`,
    elapsed: (tenantId * 31 + at * 60) % 20_000,
    elapsed_formatted: '00:05:40',
  }));
  return {
    tenant_id: tenantId,
    cron_tasks: JSON.stringify(runningTasks),
    tasks: Array.from({ length: tasks }, (_, at): CronTask => ({
      group: { name: 'Payments' },
      taskName: `task_${at}`,
      restrictions: { time: { type: 'delay', minimum: 60 }, run: null, conditional: null },
      execution: { chain: null },
      state: { status_text: at < running ? 'Running' : 'Waiting', finished_fuzzy: '12 minutes ago' },
      logs: Array.from({ length: logs }, (_unused, hour) => ({
        context: { status: 'task_end' as const },
        message: 'Collected the direct debits that fell due; all instructions were accepted by the bank.',
        e2e: { task_duration_in_seconds: 87.2 },
        datetime: new Date(Date.UTC(2026, 10, 21, hour % 24)).toISOString(),
      })),
    })),
  };
}

const agent = new Agent({ keepAlive: true });

/** Sends a report; returns the number of accepted tenants. @throws unless the response is successful */
export function sendCron(url: string, token: string, tenants: ReturnType<typeof cronOf>[]): Promise<number> {
  const body = JSON.stringify({ report_id: randomUUID(), created: new Date().toISOString(), tenants });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((settle, fail) => {
    const sent = request(`${url}/api/report/cron`, { agent, method: 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => {
        if (answer.statusCode !== 200) fail(new Error(`A report is answered with ${answer.statusCode}: ${text}`));
        else settle((JSON.parse(text) as { accepted: number }).accepted);
      });
    });
    sent.on('error', fail).end(body);
  });
}
