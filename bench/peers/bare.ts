import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Token of the peer's only session. */
export const BARE_TOKEN = 'a-token-of-the-bare-server';

/** Starts the bare Fastify + pg server in its own process. @param files folder of a page that it also serves */
export async function startBare(databaseUrl: string, files = ''): Promise<{ url: string; stop: () => Promise<void> }> {
  const program = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, [program, databaseUrl, BARE_TOKEN, files], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /answers on (http\S+)/.exec(line)?.[1];
    if (url)
      return {
        url,
        async stop() {
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          await ended;
        },
      };
  }
  throw new Error('The bare server ended before it answered.');
}
