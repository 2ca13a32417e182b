import { describe, expect, it } from 'vitest';
import { readApiError } from './api-error.ts';

const messages = async (body: string, status = 500) => (await readApiError(new Response(body, { status }))).messages;

describe('the messages of an error response', () => {
  it("are the console's own, kept separate [ERR-04]", async () => {
    expect(await messages('{"error":"one"}')).toEqual(['one']);
    expect(await messages('{"error":["one","two","three"]}')).toEqual(['one', 'two', 'three']);
    expect(await messages('{"msg":"one"}')).toEqual(['one']);
  });

  it('are the body itself when it is not JSON [CFG-44]', async () => {
    expect(await messages('boom\n')).toEqual(['boom']);
    const [long] = await messages('x'.repeat(10_000));
    expect(long).toHaveLength(501);
  });

  it.each(['', ' ', '<html>Bad gateway</html>', '{}', '{"error":[]}'])(
    'name the status when the body says nothing: %j',
    async (body) => {
      expect(await messages(body, 502)).toEqual(['The server responded with status 502.']);
    },
  );
});
