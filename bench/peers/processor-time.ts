/** CPU time used by a console's process so far, in ms, which excludes waiting for a core. */
export async function processorMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1] ?? Number.NaN) * 1000;
}

/** CPU time of a console per round of work, in ms. */
export async function processorMsOf(
  url: string,
  rounds: number,
  work: (round: number) => Promise<void>,
): Promise<number> {
  const before = await processorMs(url);
  for (let round = 0; round < rounds; round += 1) await work(round);
  return ((await processorMs(url)) - before) / rounds;
}
