import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A self-signed certificate for `host` and its key, in PEM; undefined without openssl. */
export function makeCertificate(host: string): { cert: string; key: string } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'mc-certificate-'));
  const [cert, key] = [join(folder, 'cert'), join(folder, 'key')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const program = 'openssl';
  const made = spawnSync(program, ['req', ...kind, ...name, '-out', cert, '-keyout', key], { stdio: 'ignore' });
  try {
    return made.status === 0 ? { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') } : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
