import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 10_000;
const MB = 1024 ** 2;

/** Resource usage of the processes of a console. */
export interface Watched {
  /** Duration of the watch; longer than requested if the processes respond slowly. */
  seconds: number;
  cores: number;
  /** Highest p99 of a window of any process; includes the timer's own 10 ms. */
  loopP99Ms: number;
  /** Of the process with the highest usage. */
  memoryMb: number;
  /** Slope of the lowest values of each minute of the second half, of the process that grows most. In the first, caches and heap fill. */
  mbPerMinute: number;
}

const valueOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);

/** Slope of a line through the points (least squares), per step. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return spread === 0 ? 0 : values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / spread;
}

/** Reads the metrics of the processes for some time. */
export async function watchProcesses(urls: readonly string[], seconds: number): Promise<Watched> {
  const read = (): Promise<string[]> => Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  const cpu = (texts: string[]): number =>
    texts.reduce((sum, text) => sum + valueOf(text, 'process_cpu_seconds_total'), 0);
  const begun = performance.now();
  const first = await read();
  const firstAt = performance.now();
  const memory = urls.map((): number[] => []);
  let loopP99Ms = 0;
  let last = first;
  while (performance.now() - begun < seconds * 1000) {
    await sleep(Math.min(EVERY_MS, begun + seconds * 1000 - performance.now()));
    last = await read();
    for (const [at, text] of last.entries()) {
      loopP99Ms = Math.max(loopP99Ms, valueOf(text, 'nodejs_eventloop_lag_p99_seconds') * 1000);
      memory[at]?.push(valueOf(text, 'process_resident_memory_bytes') / MB);
    }
  }
  const lowest = memory.map((values) =>
    Array.from({ length: Math.floor(values.length / 6) }, (_, minute) =>
      Math.min(...values.slice(minute * 6, minute * 6 + 6)),
    ),
  );
  const ended = performance.now();
  return {
    seconds: (ended - begun) / 1000,
    cores: (cpu(last) - cpu(first)) / ((ended - firstAt) / 1000),
    loopP99Ms,
    memoryMb: Math.max(...memory.map((values) => values.at(-1) ?? 0)),
    mbPerMinute: Math.max(...lowest.map((minutes) => slope(minutes.slice(Math.floor(minutes.length / 2))))),
  };
}
