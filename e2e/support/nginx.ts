import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/src/ports/testing/peer-process.ts';

/** Path on Debian. */
const PROGRAM = '/usr/sbin/nginx';
const START_MS = 15_000;

export const hasNginx = existsSync(PROGRAM);

export interface Nginx {
  url: string;
  stop(): Promise<void>;
}

/** Parts of a configuration. */
interface Configuration {
  main?: string;
  events?: string;
  http: string;
}

/** Starts nginx; resolves when it responds. @param configure for this port of 127.0.0.1, with files in this folder */
export async function runNginx(configure: (port: number, folder: string) => Configuration): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'mc-nginx-'));
  // Its workers run as another user.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const { main = '', events = '', http } = configure(port, folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const [log, file] = [join(folder, 'log'), join(folder, 'nginx.conf')];
  writeFileSync(
    file,
    `${main} daemon off; pid ${folder}/pid; error_log ${log};
     events { ${events} }
     http { access_log off; ${temporary.join(' ')}
       ${http}
     }`,
  );
  const child = spawn(PROGRAM, ['-e', log, '-c', file], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const until = performance.now() + START_MS;
  // Answered by nginx itself.
  while (!(await fetch(`${url}/metrics`).catch(() => undefined))) {
    if (performance.now() > until || child.exitCode !== null) {
      await stop();
      throw new Error('nginx did not start.');
    }
    await sleep(50);
  }
  return { url, stop };
}

/**
 * Starts nginx with deploy/nginx.conf, without TLS, in front of two processes on ports of this machine.
 * @param readTimeoutS replaces its limit for the silence of a response
 */
export function startNginx(first: number, second: number, readTimeoutS = 75): Promise<Nginx> {
  return runNginx((port, folder) => ({
    http: readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8')
      .replace('listen 80;', `listen unix:${folder}/socket;`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace(/^ *ssl_.*\n/gm, '')
      .replace('proxy_read_timeout 75s;', `proxy_read_timeout ${readTimeoutS}s;`)
      .replace('web-1:4400', `127.0.0.1:${first}`)
      .replace('web-2:4400', `127.0.0.1:${second}`),
  }));
}
