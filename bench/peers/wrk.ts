import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The request that wrk (Debian package `wrk`) repeats. */
export interface Load {
  url: string;
  headers?: Record<string, string>;
  /** Lua script for requests other than GET. */
  script?: string;
  /** Expected status of every response. */
  status: number;
  /** 64 when absent. */
  connections?: number;
}

const CONNECTIONS = 64;

/** Path and body are Lua expressions in which `n` counts the turns. */
export interface Step {
  method: 'GET' | 'PATCH' | 'POST';
  path: string;
  body?: string;
}

/** Writes a Lua script that sends the steps in turn; returns its path. */
export function writeScript(file: string, headers: Record<string, string>, steps: readonly Step[]): string {
  const all = { ...headers, 'content-type': 'application/json' };
  const lines = [
    ...Object.entries(all).map(([key, value]) => `wrk.headers["${key}"] = "${value}"`),
    'local sent = 0',
    'local steps = {',
    ...steps.map(
      ({ method, path, body = 'nil' }) => `  function(n) return wrk.format("${method}", ${path}, nil, ${body}) end,`,
    ),
    '}',
    'request = function()',
    '  local at = sent',
    '  sent = sent + 1',
    '  return steps[at % #steps + 1](math.floor(at / #steps))',
    'end',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** Requests per second. @throws when 1 % of the responses have another status. */
async function requestsPerSecond(load: Load, seconds: number): Promise<number> {
  const { url, headers = {}, script, status, connections = CONNECTIONS } = load;
  const found = (await fetchStatus(url, headers, script)) ?? status;
  if (found !== status) throw new Error(`${url} answers ${found}, not ${status}.`);
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(script === undefined ? [] : ['-s', script]),
    url,
  ]);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const failed = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
  if (!Number.isFinite(rate) || failed > rate * seconds * 0.01) throw new Error(`wrk: ${stdout}`);
  return rate;
}

async function fetchStatus(
  url: string,
  headers: Record<string, string>,
  script: string | undefined,
): Promise<number | undefined> {
  if (script !== undefined) return undefined;
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

/** Measures two loads alternately, three times each, and returns the median ratio of the first to the second. */
export async function ratioOf(
  own: Load,
  peer: Load,
  seconds: number,
): Promise<{ own: number; peer: number; ratio: number }> {
  const rounds: { own: number; peer: number; ratio: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const rates = { own: await requestsPerSecond(own, seconds), peer: await requestsPerSecond(peer, seconds) };
    rounds.push({ ...rates, ratio: rates.own / rates.peer });
  }
  return rounds.toSorted((a, b) => a.ratio - b.ratio)[1] ?? { own: 0, peer: 0, ratio: 0 };
}
