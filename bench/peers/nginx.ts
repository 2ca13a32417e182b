import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../server/src/ports/testing/peer-process.ts';

/** Serves gzipped JSON with nginx (Debian package `nginx-light`), configured as in the package except for paths and the access log. */
export async function startNginx(body: Buffer): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'mc-nginx-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'root'));
  writeFileSync(join(folder, 'root', 'tenant'), body);
  const port = await freePort();
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes auto; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 2048; }
     http {
       sendfile on; tcp_nopush on; types_hash_max_size 2048; access_log off;
       client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
       uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
       server {
         listen 127.0.0.1:${port}; root ${folder}/root; default_type application/json;
         location / { add_header content-encoding gzip; }
       }
     }`,
  );
  const child = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}/tenant`;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if ((await fetch(url).catch(() => undefined))?.ok) break;
    await wait(100);
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
