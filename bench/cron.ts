// Requests the cron of 10,000 tenants with 300,000 tasks, each time right after a new report, so that nothing is cached.
// Run: node bench/cron.ts [tenants]   (needs the Debian package postgresql)
import { loadavg } from 'node:os';
import { signInToken } from '../e2e/support/operator.ts';
import { startFleetConsole } from './peers/fleet-console.ts';
import { cronOf, findReporters, sendCron, type Reporter } from './reporting.ts';

const LIMIT_MS = 500;
const BOARD_LIMIT_MS = 200;
const TASKS = 300_000;
const ROUNDS = 9;
/** Tenants per report, to stay far below the request size limit. */
const TOGETHER = 40;

const count = process.argv[2] ?? '10000';
const { server, stop } = await startFleetConsole(count);

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Reports every tenant. */
async function reportAll(reporters: readonly Reporter[], cron: Parameters<typeof cronOf>[1]): Promise<void> {
  for (const { token, tenants } of reporters) {
    for (let from = 0; from < tenants.length; from += TOGETHER) {
      const part = tenants.slice(from, from + TOGETHER).map((id) => cronOf(id, cron));
      const accepted = await sendCron(server.url, token, part);
      if (accepted !== part.length) throw new Error(`Only ${accepted} of ${part.length} tenants were accepted.`);
    }
  }
}

/** Reports a failed task of every second tenant, then reads the board right after a new report each time. */
async function measureBoard(reporters: readonly Reporter[], headers: Record<string, string>): Promise<void> {
  const failing = (id: number) => {
    const one = cronOf(id, { tasks: 2, running: 0, logs: 1 });
    for (const { logs } of one.tasks.slice(0, id % 2)) for (const log of logs) log.context.status = 'task_fail';
    return one;
  };
  for (const { token, tenants } of reporters)
    for (let from = 0; from < tenants.length; from += TOGETHER)
      await sendCron(server.url, token, tenants.slice(from, from + TOGETHER).map(failing));
  const times: number[] = [];
  let total = 0;
  for (const query of ['', '?what=failed&page=50', '?q=swim', '?sort=tenant&direction=asc'])
    for (let round = 0; round < ROUNDS; round += 1) {
      const [reporter] = reporters;
      await sendCron(server.url, reporter?.token ?? '', [failing(reporter?.tenants[round] ?? 0)]);
      const begun = performance.now();
      const answer = await fetch(`${server.url}/api/cron/trouble${query}`, { headers });
      total = Math.max(total, ((await answer.json()) as { total: number }).total);
      times.push(performance.now() - begun);
    }
  const ok = median(times) < BOARD_LIMIT_MS;
  console.log(
    `the board of ${total} troubles: ${median(times).toFixed(0)} ms (under ${BOARD_LIMIT_MS}), ` +
      `slowest ${Math.max(...times).toFixed(0)} ms: ${ok ? 'ok' : 'TOO SLOW'}`,
  );
  if (!ok) process.exitCode = 1;
}

try {
  const reporters = await findReporters(server.url);
  const tenants = reporters.reduce((sum, one) => sum + one.tenants.length, 0);
  const tasks = Math.ceil(TASKS / tenants);
  const headers = { authorization: `Bearer ${await signInToken(server.url)}`, 'accept-encoding': 'identity' };
  // The usual number, and the worst case: all tasks run at once.
  for (const running of [3, tasks]) {
    const cron = { tasks, running, logs: 1 };
    await reportAll(reporters, cron);
    const [cold, kept]: [number[], number[]] = [[], []];
    let bytes = 0;
    const ask = async (): Promise<number> => {
      const begun = performance.now();
      const answer = await fetch(`${server.url}/api/tenant/cron`, { headers });
      const body = await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`The list is answered with ${answer.status}.`);
      bytes = body.byteLength;
      return performance.now() - begun;
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const [reporter] = reporters;
      const id = reporter?.tenants[round] ?? 0;
      await sendCron(server.url, reporter?.token ?? '', [cronOf(id, cron)]);
      cold.push(await ask());
      kept.push(await ask());
    }
    const ok = median(cold) < LIMIT_MS;
    console.log(
      `${tenants} tenants with ${tenants * tasks} tasks, ${tenants * running} of them running, ${(bytes / 1024 ** 2).toFixed(1)} MB: ` +
        `${median(cold).toFixed(0)} ms (under ${LIMIT_MS}), slowest ${Math.max(...cold).toFixed(0)} ms, ` +
        `without news ${median(kept).toFixed(0)} ms: ${ok ? 'ok' : 'TOO SLOW'}`,
    );
    if (!ok) process.exitCode = 1;
  }
  await measureBoard(reporters, headers);
  console.log(`load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)}`);
} finally {
  await stop();
}
process.exit();
