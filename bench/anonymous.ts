// Repeatedly sends requests that are possible without a sign-in, and compares the console's CPU time per request with a limit.
// Excludes the sign-in: password hashing is deliberately slow, and only two run concurrently.
// Run: node bench/anonymous.ts [requests]
import { startConsole } from '../e2e/support/console.ts';
import { reportAtMost } from './measure/figures.ts';
import { processorMsOf } from './measure/processor-time.ts';

const LIMIT_MS = 5;
const WARM_UP = 50;
const count = Number(process.argv[2] ?? 300);
const CONCURRENCY = 4;

const json = (path: string, body: string, method = 'POST'): [string, RequestInit] => [
  path,
  { method, body, headers: { 'content-type': 'application/json' } },
];
const list = (length: number): string => `[${'[],'.repeat(length)}[]]`;
const MB = 1024 * 1024;

const REQUESTS: Record<string, [path: string, init: RequestInit]> = {
  'a change with 1 MB of JSON': json('/api/tenant/1', list(MB / 3 - 10), 'PATCH'),
  'a config with 1 MB of JSON': json('/api/tenant/1/coursepro', list(MB / 3 - 10)),
  'a report with 1 MB of JSON': json('/api/report/cron', list(MB / 3 - 10)),
  'a spreadsheet of 10 MB': json('/api/member/importer', 'x'.repeat(10 * MB)),
  'an address that does not exist, with 1 MB': json('/api/nope', list(MB / 3 - 10)),
  'a refresh with 4 kB': json('/api/authenticate/refresh', list(1_300)),
  'tokens to explain': json('/api/debug', list(6_800)),
  'a choice of no mapping': json(`/api/competency-mapping/${'0'.repeat(64)}`, list(1_300), 'PATCH'),
  'a bearer of 4 kB': [
    '/api/tenant',
    { headers: { authorization: `Bearer ${'a'.repeat(1300)}.${'b'.repeat(1300)}.${'c'.repeat(1300)}` } },
  ],
  'a spreadsheet of 10 MB with a garbage bearer': [
    '/api/member/importer',
    {
      method: 'POST',
      body: 'x'.repeat(10 * MB),
      headers: { 'content-type': 'application/json', authorization: 'Bearer garbage' },
    },
  ],
  'the description of the calls': ['/api/docs', { headers: { 'accept-encoding': 'gzip' } }],
  'the metrics, through a proxy': ['/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  'a page': ['/tenant', { headers: { 'accept-encoding': 'gzip' } }],
};

const server = await startConsole({ SANDBOX_TENANTS: '20', LOG_LEVEL: 'warn', PROCESS: 'web', SANDBOX_REPORTS: 'off' });

async function send([path, init]: [string, RequestInit], times: number): Promise<void> {
  let left = times;
  const sendInTurn = async (): Promise<void> => {
    while ((left -= 1) >= 0) {
      // The server may close the connection when it does not read the body.
      const answer = await fetch(`${server.url}${path}`, init).catch(() => null);
      await answer?.arrayBuffer().catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sendInTurn));
}

try {
  for (const [name, request] of Object.entries(REQUESTS)) {
    await send(request, WARM_UP);
    const ms = (await processorMsOf(server.url, 1, () => send(request, count))) / count;
    reportAtMost(name, ms, LIMIT_MS, 'ms of processor time');
  }
} finally {
  await server.dispose();
}
process.exit();
