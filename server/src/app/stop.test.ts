import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { PgBoss } from 'pg-boss';
import { beforeAll, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../platform/testing/temporary-folder.ts';
import { readEnv } from './settings/env.ts';
import { startServer, type RunningServer } from './start-server.ts';

let server: RunningServer;
let address = new URL('http://127.0.0.1');
const dataDir = temporaryFolder();
beforeAll(async () => {
  server = await startServer(
    readEnv({ PORT: '0', SANDBOX: 'off', LOG_LEVEL: 'fatal', DATA_DIR: dataDir, ADMIN_PASSWORD: 'long enough by far' }),
  );
  address = new URL(server.address ?? '');
});

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
async function get(path: string): Promise<{ answer: IncomingMessage; body: string; port: number | undefined }> {
  const asked = request(new URL(path, address), { agent }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { answer, port: asked.socket?.localPort, body: await text(answer) };
}

it.each([
  ['nonsense\r\n\r\n', 400, 'bad_request'],
  [`GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'bad_request'],
])('responds to %j.. with its own error body', async (sent, status, code) => {
  const socket = connect(Number(address.port), address.hostname);
  socket.write(sent);
  const answer = await text(socket);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
    code,
    request_id: expect.any(String) as string,
  });
});

it(
  'withdraws readiness first when stopping, serves and then closes keep-alive connections, and refuses new ones',
  { timeout: 60_000 },
  async () => {
    const before = await get('/api/health/ready');
    expect([before.answer.statusCode, before.answer.headers.connection]).toEqual([200, 'keep-alive']);
    // The console stops listening as soon as there is no connection, as between two of the requests below.
    const idle = connect(Number(address.port), address.hostname);
    await once(idle, 'connect');
    const pausing = vi.spyOn(PgBoss.prototype, 'offWork');
    const endingJobs = vi.spyOn(PgBoss.prototype, 'stop');
    const stopped = server.stop();
    // Readiness is withdrawn before anything else, and requests are still served meanwhile.
    const during = await get('/auth/login');
    expect([during.answer.statusCode, during.answer.headers.connection, during.port]).toEqual([
      200,
      'close',
      before.port,
    ]);
    const ready = await get('/api/health/ready');
    expect([ready.answer.statusCode, ready.answer.headers.connection]).toEqual([503, 'close']);
    expect(JSON.parse(ready.body)).toMatchObject({ error: 'The console is stopping.' });
    // No job starts any more, while requests may still send some.
    expect(pausing).toHaveBeenCalled();
    expect(endingJobs).not.toHaveBeenCalled();
    idle.destroy();
    await stopped;
    // Jobs that do not end are failed, and then retried by another process, before the process exits 20 s after the signal.
    expect(endingJobs.mock.calls[0]?.[0]?.timeout).toBeLessThanOrEqual(18_000);
    await expect(get('/api/health/live')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  },
);
