import { readFileSync } from 'node:fs';

/** USER_HZ of Linux. */
const TICKS_PER_SECOND = 100;

/** CPU time used by a console's process so far, in ms, which excludes waiting for a core. */
export async function processorMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1] ?? Number.NaN) * 1000;
}

/** CPU time of a console per round of work, in ms. */
export async function processorMsOf(
  url: string,
  rounds: number,
  work: (round: number) => Promise<unknown>,
): Promise<number> {
  const before = await processorMs(url);
  for (let round = 0; round < rounds; round += 1) await work(round);
  return ((await processorMs(url)) - before) / rounds;
}

/** CPU time used by this process so far, in ms. */
export function ownProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** CPU time used by any process of this machine and its ended children, in seconds; 0 if it has ended. */
export function processorSeconds(pid: number | string): number {
  try {
    // The fields from the process state on.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
