import { readEnv } from '../../server/src/app/settings/env.ts';
import { startServer, type RunningServer } from '../../server/src/app/start-server.ts';

/** Request of a worker to its host: start a console with these settings, or stop one. */
export type HostRequest =
  | { id: number; start: Record<string, string>; stop?: undefined }
  | { id: number; start?: undefined; stop: string };

/** Response: the URL of a started console, nothing for a stopped one, or the error. */
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

const respond = (answer: HostAnswer) =>
  process.send?.(answer, undefined, {}, () => {
    // The requester has exited.
  });

process.on('message', ({ id, start: settings, stop: address }: HostRequest) => {
  void (settings ? start(settings) : stop(address)).then(
    (answer) => respond({ id, ...(answer !== undefined && { address: answer }) }),
    (error: unknown) => respond({ id, fault: String(error) }),
  );
});
// The tests have ended, or the worker that started this process has failed.
process.on('disconnect', () => process.exit());
