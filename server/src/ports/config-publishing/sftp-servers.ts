import { countText } from '@mission-control/contract/numbers';
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ssh2 from 'ssh2';
import { z } from 'zod';
import { errorCode } from '../../platform/errors.ts';
import { checkedHost } from './target-path.ts';

export interface SftpServer {
  address: string;
  port: number;
  user: string;
  privateKey: Buffer;
  /** Type of the pinned keys, e.g. `ssh-ed25519`: the only one offered in key exchange. */
  hostKeyKind: string;
  /** Pinned keys in wire format; more than one during a key rotation. */
  hostKeys: readonly Buffer[];
  /** Existing folder on the server; configs are published below its subfolder `config`. */
  root: string;
}

const HOST_KEY = /^(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)) [A-Za-z0-9+/]+={0,2}(?: [^\r\n]*)?$/;
const hostKey = z
  .string()
  .regex(HOST_KEY, 'is not a host key; give `ssh-ed25519 AAAA...` as ssh-keyscan prints it after the name');
const serverSchema = z.strictObject({
  address: z.string().min(1).max(253).optional(),
  port: z.int().min(1).max(65_535).default(22),
  user: z.string().min(1).max(100),
  private_key_file: z.string().min(1),
  host_key: z.union([hostKey, z.array(hostKey).min(1).max(5)], 'is neither a host key nor a list of host keys'),
  root: z
    .string()
    .regex(/^\/(?:[^/\0]+\/)*[^/\0]*$/, 'must be an absolute folder without empty parts')
    .refine((folder) => !folder.split('/').some((name) => name === '.' || name === '..'), 'must not have . or ..'),
});
const fileSchema = z.strictObject({
  defaults: serverSchema.omit({ address: true, host_key: true }).partial().default({}),
  servers: z
    .record(z.string(), z.looseObject({}))
    .refine((servers) => Object.keys(servers).length > 0, 'names no server'),
});

/**
 * Reads SFTP_SERVERS_FILE and the key files it names, relative to it. Returns the servers by host name.
 * @throws an Error listing all faults, one per line, without values of the file, since a secret may be in the wrong place
 */
export function readSftpServers(path: string): ReadonlyMap<string, SftpServer> {
  const faults: string[] = [];
  const servers = new Map<string, SftpServer>();
  const parsed = fileSchema.safeParse(readJson(path));
  if (!parsed.success) throw faultyFile(parsed.error.issues.map((issue) => faultLine([], issue)));
  const { defaults, servers: given } = parsed.data;
  const keys = keyReader(dirname(resolve(path)));
  for (const [host, settings] of Object.entries(given)) {
    const at = ['servers', host];
    const server = serverSchema.safeParse({ ...defaults, ...settings });
    if (!isHost(host)) faults.push(`  ${at.join('.')}: is not a host name`);
    if (!server.success) {
      faults.push(...server.error.issues.map((issue) => faultLine(at, issue)));
      continue;
    }
    const { address = host, port, user, root } = server.data;
    const fault = (field: string, text: string) => void faults.push(`  ${[...at, field].join('.')}: ${text}`);
    const privateKey = keys(server.data.private_key_file, (text) => fault('private_key_file', text));
    const pinned = pinnedKeys(server.data.host_key, (text) => fault('host_key', text));
    if (privateKey && pinned) servers.set(host, { address, port, user, root, privateKey, ...pinned });
  }
  if (faults.length > 0) throw faultyFile(faults);
  return servers;
}

function faultyFile(faults: string[]): Error {
  return new Error(
    `SFTP_SERVERS_FILE has ${countText(faults.length, 'error')}:\n${faults.join('\n')}\nSee docs/operating.md.`,
  );
}

function faultLine(at: string[], issue: z.core.$ZodIssue): string {
  return `  ${[...at, ...issue.path].join('.') || 'the file'}: ${issue.message}`;
}

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`SFTP_SERVERS_FILE cannot be read (${errorCode(error) || 'unknown error'}).`, { cause: error });
  }
  const { value, place } = parseJson(text);
  if (place !== undefined) throw new Error(`SFTP_SERVERS_FILE is not valid JSON${place}.`);
  return value;
}

/** Only the position is taken from the parser's message, which quotes the text. */
function parseJson(text: string): { value?: unknown; place?: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const [place] = /line \d+ column \d+/.exec(String(error)) ?? [];
    return { place: place === undefined ? '' : ` (${place})` };
  }
}

/** Reads each key file once. */
function keyReader(folder: string): (file: string, fault: (text: string) => void) => Buffer | undefined {
  const read = new Map<string, Buffer | string>();
  return (file, fault) => {
    const path = resolve(folder, file);
    const key = read.get(path) ?? readKey(path);
    read.set(path, key);
    if (Buffer.isBuffer(key)) return key;
    fault(key);
    return undefined;
  };
}

/** Returns the key, or the fault as text. */
function readKey(path: string): Buffer | string {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (error) {
    return `cannot be read (${errorCode(error) || 'unknown error'})`;
  }
  const key = ssh2.utils.parseKey(content);
  if (!(key instanceof Error)) return key.isPrivateKey() ? content : 'is a public key; the private one is needed';
  if (/passphrase|encrypted/i.test(key.message)) return 'has a passphrase; use a separate key without one, mode 0600';
  return 'is not a private key in OpenSSH or PEM format';
}

function pinnedKeys(
  given: string | string[],
  fault: (text: string) => void,
): Pick<SftpServer, 'hostKeyKind' | 'hostKeys'> | undefined {
  const texts = [given].flat();
  const [hostKeyKind = ''] = texts[0]?.split(' ') ?? [];
  if (texts.some((text) => !text.startsWith(`${hostKeyKind} `))) {
    fault('has keys of several kinds; pin keys of one kind');
    return undefined;
  }
  const keys = texts.map((text) => ssh2.utils.parseKey(text));
  const hostKeys = keys.flatMap((key) => (key instanceof Error || key.isPrivateKey() ? [] : [key.getPublicSSH()]));
  if (hostKeys.length === texts.length) return { hostKeyKind, hostKeys };
  fault('is not complete');
  return undefined;
}

function isHost(host: string): boolean {
  try {
    return checkedHost(host) === host;
  } catch {
    return false;
  }
}
