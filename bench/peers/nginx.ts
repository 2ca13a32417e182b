import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNginx, type Nginx } from '../../e2e/support/nginx.ts';

/** Serves gzipped JSON with nginx (Debian package `nginx-light`), configured as in the package except for paths and the access log. */
export async function startNginx(body: Buffer): Promise<Nginx> {
  const { url, stop } = await runNginx((port, folder) => {
    mkdirSync(join(folder, 'root'));
    writeFileSync(join(folder, 'root', 'tenant'), body);
    return {
      main: 'worker_processes auto;',
      events: 'worker_connections 2048;',
      http: `sendfile on; tcp_nopush on; types_hash_max_size 2048;
        server {
          listen 127.0.0.1:${port}; root ${folder}/root; default_type application/json;
          location / { add_header content-encoding gzip; }
        }`,
    };
  });
  return { url: `${url}/tenant`, stop };
}
