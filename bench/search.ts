// Sends 2,000 prefixes of names to the search of 10,000 tenants, sequentially like a user's browser, and compares the response
// time with a bare Fastify route that returns a constant of the same size in the same run. Then it sends the palette's requests for each
// key of a typed change, both calls at once.
// Run: node bench/search.ts [tenants]   (needs the Debian package postgresql)
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { Worker } from 'node:worker_threads';
import { signInToken } from '../e2e/support/operator.ts';
import { median, quantile, reportAtMost } from './measure/figures.ts';
import { startFleetConsole } from './measure/fleet-console.ts';

const REQUESTS = 2_000;
const MAX_PREFIX_LENGTH = 8;
const WARM_UP = 200;
const P99_LIMIT_MS = 5;
/** Limit for a key press in the palette. */
const KEY_LIMIT_MS = 50;
const KEYS = 1_000;

const tenants = process.argv[2] ?? '10000';
const { server, stop } = await startFleetConsole(tenants);
const headers = { authorization: `Bearer ${await signInToken(server.url)}` };
const agent = new Agent({ keepAlive: true, maxSockets: 2 });

/** Fetches a URL; returns its body and the time taken, in ms. */
function timed(url: string): Promise<{ body: string; ms: number }> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const request = get(url, { agent, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => (body += part));
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve({ body, ms: performance.now() - start });
        else reject(new Error(`${url} answers ${answer.statusCode}.`));
      });
    });
    request.on('error', reject);
  });
}

/** The prefixes typed while searching for these names. */
function typedPrefixes(names: readonly string[]): string[] {
  const texts: string[] = [];
  for (let at = 0; texts.length < REQUESTS; at += 7919) {
    const name = names[at % names.length] ?? '';
    for (let length = 1; length <= Math.min(MAX_PREFIX_LENGTH, name.length); length += 1)
      texts.push(name.slice(0, length));
  }
  return texts.slice(0, REQUESTS);
}

/** The p50 and p99 of some times, as text. */
const shown = (times: readonly number[]): string =>
  `p50 ${median(times).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`;

const search = (text: string): Promise<{ body: string; ms: number }> =>
  timed(`${server.url}/api/omnisearch/?val=${encodeURIComponent(text)}`);

/** The text after each key press while changes of these tenants are typed. */
function typedChanges(names: readonly string[]): string[] {
  const texts: string[] = [];
  const changes = ['maintenance on 2 h ', 'commit coursepro ', 'log level debug 15 min ', 'eu-prod-web-', 'timeout '];
  for (let at = 0; texts.length < KEYS; at += 1) {
    const whole = `${changes[at % changes.length]}${names[(at * 7919) % names.length] ?? ''}`.slice(0, 60);
    for (let length = 1; length <= whole.length; length += 1) texts.push(whole.slice(0, length));
  }
  return texts.slice(0, KEYS);
}

/** Measures the calls of a key press in the palette, on the page of a tenant. */
async function runPalette(names: readonly string[]): Promise<void> {
  const times: number[] = [];
  for (const text of typedChanges(names)) {
    const start = performance.now();
    await Promise.all([search(text), timed(`${server.url}/api/palette?val=${encodeURIComponent(text)}&tenant=1`)]);
    times.push(performance.now() - start);
  }
  console.log(`palette: ${shown(times)}`);
  reportAtMost('the calls of a key press in the palette, p99', quantile(times, 0.99), KEY_LIMIT_MS, 'ms');
}

async function run(): Promise<void> {
  const list = JSON.parse((await timed(`${server.url}/api/tenant`)).body) as { tenants: { tenant_name: string }[] };
  const names = list.tenants.map((tenant) => tenant.tenant_name);
  const texts = typedPrefixes(names);
  const first = await search(texts[0] ?? '');
  let body = first.body;
  for (const text of texts.slice(0, WARM_UP)) {
    const answer = await search(text);
    if (answer.body.length > body.length) body = answer.body;
  }
  console.log(
    `${tenants} tenants; the first search reads all names: ${first.ms.toFixed(1)} ms; a full answer has ${body.length} bytes`,
  );

  const worker = new Worker(new URL('peers/constant-server.ts', import.meta.url), { workerData: body });
  const [constant] = (await once(worker, 'message')) as [string];
  for (let time = 0; time < WARM_UP; time += 1) await timed(`${constant}/constant`);
  const [own, bare]: [number[], number[]] = [[], []];
  // Alternate, so that other load on the machine affects both.
  for (const text of texts) {
    own.push((await search(text)).ms);
    bare.push((await timed(`${constant}/constant`)).ms);
  }
  await worker.terminate();
  console.log(`search: ${shown(own)}; constant: ${shown(bare)}`);
  const ratios = [0.5, 0.99].map((share) => (quantile(own, share) / quantile(bare, share)).toFixed(1));
  console.log(`ratio: p50 ${ratios[0]} x, p99 ${ratios[1]} x`);
  reportAtMost('search, p99', quantile(own, 0.99), P99_LIMIT_MS, 'ms');
  await runPalette(names);
}

try {
  await run();
} finally {
  agent.destroy();
  await stop();
}
