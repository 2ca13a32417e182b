import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HostAnswer, HostRequest } from './console-host.ts';

const HOST = fileURLToPath(new URL('console-host.ts', import.meta.url));

/** The process that hosts this worker's consoles; null before the first one, and after the process has exited. */
let host: ChildProcess | null = null;
let lastId = 0;

function findHost(env: NodeJS.ProcessEnv): ChildProcess {
  if (host !== null) return host;
  const child = fork(HOST, {
    env,
    // No optimized compilation of the embedded database: journeys' consoles are too short-lived to recoup its time.
    execArgv: ['--max-semi-space-size=64', '--liftoff-only'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.once('exit', () => (host = null));
  // It ends with the worker and does not keep it alive.
  child.unref();
  child.channel?.unref();
  host = child;
  return child;
}

function ask(child: ChildProcess, request: Omit<HostRequest, 'id'>): Promise<HostAnswer> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const settle = () => {
      child.off('message', onMessage);
      child.off('exit', onExit);
      child.channel?.unref();
    };
    const onMessage = (answer: HostAnswer) => {
      if (answer.id !== id) return;
      settle();
      if (answer.fault === undefined) resolve(answer);
      else reject(new Error(answer.fault));
    };
    const onExit = (code: number | null) => {
      settle();
      reject(new Error(`The host of the consoles ended (exit code ${code}).`));
    };
    child.on('message', onMessage);
    child.once('exit', onExit);
    child.channel?.ref();
    child.send({ id, ...request });
  });
}

/** Starts a console in this worker's host; resolves with its URL when it is ready. */
export async function startHosted(
  env: NodeJS.ProcessEnv,
  settings: Record<string, string>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const child = findHost(env);
  const { address: url } = await ask(child, { start: settings });
  if (url === undefined) throw new Error('The console has no address.');
  return { url, stop: async () => void (await ask(child, { stop: url })) };
}
