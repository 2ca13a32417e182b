import { readFileSync } from 'node:fs';
import type { Env } from './env.ts';

/** Settings that may also be read from a file, named by the same variable with `_FILE`. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'ADMIN_PASSWORD',
  'SECRETS_KEY',
  'LICENCE_KEYS',
  'SITES_TOKEN',
  'STRAKER_TOKEN',
  'FILES_KEY',
  'AUDIT_WEBHOOK_TOKEN',
  'AUDIT_BUCKET_KEY',
  'OIDC_CLIENT_SECRET',
  'METRICS_TOKEN',
] as const satisfies (keyof Env)[];

const MAX_SECRET_FILE = 64 * 1024;

/** The secrets given as files, without the line break that editors add, and the faults. */
export function readSecretFiles(source: Record<string, string | undefined>): {
  values: Record<string, string>;
  faults: string[];
} {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const path = source[`${name}_FILE`];
    if (!path) continue;
    if (source[name]) faults.push(`  ${name}_FILE: ${name} is also set; set only one of them`);
    try {
      const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (text === '' || text.length > MAX_SECRET_FILE) faults.push(`  ${name}_FILE: the file is empty or too long`);
      else values[name] = text;
    } catch (error) {
      faults.push(`  ${name}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
    }
  }
  return { values, faults };
}
