import { countText } from '@mission-control/contract/numbers';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import type { ServerSettings } from './port.ts';

const HOST_NAME = /^(?!-)[A-Za-z0-9_-]{1,63}(\.(?!-)[A-Za-z0-9_-]{1,63})*\.?$/;
const NO_CONTROLS = /^\P{Cc}+$/u;

const serverSchema = z
  .strictObject({
    engine: z.enum(['postgresql', 'mariadb'], { error: 'must be "postgresql" or "mariadb" (for MySQL too)' }),
    host: z
      .string()
      .max(253)
      .refine((host) => isIP(host) !== 0 || HOST_NAME.test(host), 'must be a host name or an address'),
    port: z.int().min(1).max(65_535).optional(),
    user: z.string().max(128).regex(NO_CONTROLS, 'must be a name without control characters'),
    password: z.string().min(1).max(1000).optional(),
    password_file: z.string().min(1).optional(),
    tls: z
      .union([z.boolean(), z.strictObject({ ca_file: z.string().min(1) })], {
        error: 'must be true, false or { "ca_file": "..." }',
      })
      .default(true),
  })
  .refine((one) => (one.password === undefined) !== (one.password_file === undefined), {
    error: 'needs either password or password_file',
    path: ['password'],
  })
  .refine((one) => one.tls === false || isIP(one.host) === 0, {
    error:
      'must be the name in the certificate, not an address; or write "tls": false if nobody else can read the traffic',
    path: ['host'],
  });

const fileSchema = z.strictObject({
  servers: z
    .record(z.string().min(1).max(100), serverSchema)
    .refine((servers) => Object.keys(servers).length > 0, 'has no server'),
});

const PORTS = { postgresql: 5432, mariadb: 3306 };

/**
 * Reads the connection settings of the database servers, and the files referenced relative to it.
 * @returns the servers by name
 * @throws an Error listing every fault, one per line, without values, since some are secret
 */
export function readServersFile(path: string): Map<string, ServerSettings> {
  const parsed = fileSchema.safeParse(readJson(path));
  if (!parsed.success) {
    throw faulty(
      path,
      parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`),
    );
  }
  const faults: string[] = [];
  const readNamed = (where: string, named: string): string => {
    const text = readText(resolve(dirname(path), named))?.trimEnd() ?? '';
    if (text === '') faults.push(`${where}: the file cannot be read or is empty`);
    return text;
  };
  const servers = Object.entries(parsed.data.servers).map(([name, one]): [string, ServerSettings] => {
    const { engine, host, user, tls } = one;
    const password = one.password ?? readNamed(`servers.${name}.password_file`, one.password_file ?? '');
    const trusted = typeof tls === 'object' ? { ca: readNamed(`servers.${name}.tls.ca_file`, tls.ca_file) } : {};
    const port = one.port ?? PORTS[engine];
    return [name, { engine, host, port, user, password, tls: tls === false ? null : trusted }];
  });
  if (faults.length > 0) throw faulty(path, faults);
  return new Map(servers);
}

function readJson(path: string): unknown {
  const text = readText(path);
  if (text === undefined) throw faulty(path, ['the file cannot be read']);
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's message quotes its input: only the position is used.
    const [place = ''] = /at position \d+( \(line \d+ column \d+\))?/.exec(String(error)) ?? [];
    throw faulty(path, [`the file is not valid JSON${place && `, ${place}`}`]);
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function faulty(path: string, faults: string[]): Error {
  const lines = faults.map((fault) => `  ${fault}`).join('\n');
  return new Error(
    `DATABASE_SERVERS_FILE (${path}) has ${countText(faults.length, 'error')}:\n${lines}\nSee "Tenants' databases" in docs/operating.md.`,
  );
}
