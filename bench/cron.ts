// Requests the cron of 10,000 tenants with 300,000 tasks, each time right after a new report, so that nothing is cached.
// Run: node bench/cron.ts [tenants]   (needs the Debian package postgresql)
import { signInToken } from '../e2e/support/operator.ts';
import { machineLoad, median, reportAtMost } from './measure/figures.ts';
import { startFleetConsole } from './measure/fleet-console.ts';
import { cronOf, findReporters, sendCron, type Reporter } from './reporting.ts';

const LIMIT_MS = 500;
const BOARD_LIMIT_MS = 200;
const TASKS = 300_000;
const ROUNDS = 9;
/** Tenants per report, to stay far below the request size limit. */
const TOGETHER = 40;

const { server, stop } = await startFleetConsole(process.argv[2] ?? '10000');

type CronReport = ReturnType<typeof cronOf>;
type ReportOf = (tenant: number) => CronReport;

/** Reports every tenant. */
async function reportAll(reporters: readonly Reporter[], reportOf: ReportOf): Promise<void> {
  for (const { token, tenants } of reporters) {
    for (let from = 0; from < tenants.length; from += TOGETHER) {
      const part = tenants.slice(from, from + TOGETHER).map(reportOf);
      const accepted = await sendCron(server.url, token, part);
      if (accepted !== part.length) throw new Error(`Only ${accepted} of ${part.length} tenants were accepted.`);
    }
  }
}

/** Reports one tenant again, another one in each round. */
async function reportAgain([reporter]: readonly Reporter[], round: number, reportOf: ReportOf): Promise<void> {
  await sendCron(server.url, reporter?.token ?? '', [reportOf(reporter?.tenants[round] ?? 0)]);
}

/** Time from a request to its whole response, in ms, and the response. */
async function timed(path: string, headers: Record<string, string>): Promise<{ ms: number; body: Buffer }> {
  const begun = performance.now();
  const answer = await fetch(`${server.url}${path}`, { headers });
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${body.toString()}`);
  return { ms: performance.now() - begun, body };
}

/** Reports a failed task of every second tenant, then reads the board right after a new report each time. */
async function measureBoard(reporters: readonly Reporter[], headers: Record<string, string>): Promise<void> {
  const failing: ReportOf = (id) => {
    const cron = cronOf(id, { tasks: 2, running: 0, logs: 1 });
    for (const { logs } of cron.tasks.slice(0, id % 2)) for (const log of logs) log.context.status = 'task_fail';
    return cron;
  };
  await reportAll(reporters, failing);
  const times: number[] = [];
  let problems = 0;
  for (const query of ['', '?what=failed&page=50', '?q=swim', '?sort=tenant&direction=asc'])
    for (let round = 0; round < ROUNDS; round += 1) {
      await reportAgain(reporters, round, failing);
      const { ms, body } = await timed(`/api/cron/trouble${query}`, headers);
      problems = Math.max(problems, (JSON.parse(body.toString()) as { total: number }).total);
      times.push(ms);
    }
  console.log(`slowest board: ${Math.max(...times).toFixed(0)} ms`);
  reportAtMost(`the board of ${problems} problems, median`, median(times), BOARD_LIMIT_MS, 'ms');
}

try {
  const reporters = await findReporters(server.url);
  const tenants = reporters.reduce((sum, reporter) => sum + reporter.tenants.length, 0);
  const tasks = Math.ceil(TASKS / tenants);
  const headers = { authorization: `Bearer ${await signInToken(server.url)}`, 'accept-encoding': 'identity' };
  // The usual number, and the worst case: all tasks run at once.
  for (const running of [3, tasks]) {
    const reportOf: ReportOf = (id) => cronOf(id, { tasks, running, logs: 1 });
    await reportAll(reporters, reportOf);
    const [cold, cached]: [number[], number[]] = [[], []];
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await reportAgain(reporters, round, reportOf);
      cold.push((await timed('/api/tenant/cron', headers)).ms);
      const { ms, body } = await timed('/api/tenant/cron', headers);
      cached.push(ms);
      bytes = body.length;
    }
    console.log(`slowest: ${Math.max(...cold).toFixed(0)} ms; without a new report: ${median(cached).toFixed(0)} ms`);
    reportAtMost(
      `${tenants} tenants with ${tenants * tasks} tasks, ${tenants * running} of them running, ` +
        `${(bytes / 1024 ** 2).toFixed(1)} MB, median`,
      median(cold),
      LIMIT_MS,
      'ms',
    );
  }
  await measureBoard(reporters, headers);
  console.log(`load of the machine: ${machineLoad()}`);
} finally {
  await stop();
}
process.exit();
