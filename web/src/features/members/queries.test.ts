import { expect, it, vi } from 'vitest';
import { credentials } from '../../lib/api/api.ts';
import { fakeError, startFakeServer } from '../../lib/testing/fake-server.ts';
import { sendMembers } from './queries.ts';
import { sendWithProgress } from './send-with-progress.ts';

vi.mock('./send-with-progress.ts');

const hooks = { signal: new AbortController().signal };
const raw = (status: number, body: object) => ({
  status,
  body: new Blob([JSON.stringify(body)]),
  requestId: '7f3a-91c2',
});

it('renews an expired sign-in and sends again [AUTH-06]', async () => {
  vi.mocked(sendWithProgress).mockImplementation((_path, _body, token) =>
    Promise.resolve(raw(token === 't1' ? 401 : 200, { token })),
  );
  vi.stubGlobal('navigator', { locks: { request: (_name: string, work: () => unknown) => work() } });
  startFakeServer({
    'GET /api/member/columns': () =>
      credentials.read()?.token === 't1' ? fakeError(401, { code: 'not_signed_in' }) : { columns: [], notes: {} },
    'POST /api/authenticate/refresh': { token: 't2', refreshToken: 'r2', username: 'Amelia Hart' },
  });
  const answer = await sendMembers(new Blob(['{}']), hooks);
  expect(JSON.parse(await answer.text())).toEqual({ token: 't2' });
});

it('reports an error like every other call, with its request id', async () => {
  vi.mocked(sendWithProgress).mockResolvedValue(raw(503, { error: 'Two sheets are being read.', code: 'unavailable' }));
  startFakeServer({});
  await expect(sendMembers(new Blob(['{}']), hooks)).rejects.toMatchObject({
    messages: ['Two sheets are being read.'],
    code: 'unavailable',
    requestId: '7f3a-91c2',
  });
});
