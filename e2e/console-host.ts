import { readEnv } from '../server/src/app/env.ts';
import { startServer, type RunningServer } from '../server/src/app/start-server.ts';

/** What a worker asks its host for: a console with these settings, or the end of one. */
export type HostRequest =
  | { id: number; start: Record<string, string>; stop?: undefined }
  | { id: number; start?: undefined; stop: string };

/** What came of it: the address of the console that answers, nothing of one that has ended, or the fault. */
export interface HostAnswer {
  id: number;
  address?: string;
  fault?: string;
}

const running = new Map<string, RunningServer>();

async function start(settings: Record<string, string>): Promise<string> {
  const server = await startServer(readEnv(settings));
  if (server.address === null) throw new Error('A worker answers no browser.');
  running.set(server.address, server);
  return server.address;
}

async function stop(address: string): Promise<void> {
  const server = running.get(address);
  running.delete(address);
  await server?.stop();
}

const tell = (answer: HostAnswer) =>
  process.send?.(answer, undefined, {}, () => {
    // Whoever asked has ended meanwhile.
  });

process.on('message', ({ id, start: settings, stop: address }: HostRequest) => {
  void (settings ? start(settings) : stop(address)).then(
    (answer) => tell({ id, ...(answer !== undefined && { address: answer }) }),
    (error: unknown) => tell({ id, fault: String(error) }),
  );
});
// Nobody is left to ask for anything: the tests have ended, or the worker that started this process has failed.
process.on('disconnect', () => process.exit());
