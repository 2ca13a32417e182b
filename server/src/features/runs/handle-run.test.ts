import { defineCall } from '@mission-control/contract/call';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { AppError } from '../../platform/errors.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { clickOf } from './work/click.ts';
import { processRuns } from './process-runs.ts';
import { handleRun, startRun } from './public.ts';
import { runFeature } from './feature.ts';

const call = defineCall({
  name: 'digWell',
  method: 'POST',
  path: '/api/well',
  access: 'operator',
  summary: 'Digs a well.',
  startsRun: true,
  body: z.strictObject({ depth: z.int().positive() }),
  response: z.object({ output: z.string(), run_id: z.int() }),
});

const t = setUpTestCtx();
let app: FastifyInstance;
/** Wells are finished once this has settled. */
let water: Promise<void>;
let flow: () => void;
let dug = 0;
beforeAll(async () => {
  const well = handleRun(call, {
    start: async (ctx, { body }, click) => {
      if (body.depth > 100) throw new AppError('refused', 'Too deep.');
      const work = async (run: { write(text: string): void }) => {
        dug += 1;
        await water;
        run.write(`dug ${body.depth} m\n`);
        if (body.depth === 13) throw new AppError('target_failed', 'It fell in.');
      };
      return startRun(ctx, { kind: 'seed', subject: `well ${body.depth}`, click, locks: ['well'], work });
    },
    answer: ({ id, output }) => ({ output, run_id: id }),
  });
  app = createFeatureApp(t, { routes: [well, ...runFeature.routes] });
});
afterAll(() => app.close());
afterEach(async () => {
  flow();
  await Promise.all([...processRuns(t).active.values()].map(({ done }) => done));
});
const dry = () => {
  water = new Promise<void>((settle) => (flow = settle));
};

const dig = async (depth: unknown, headers: Record<string, string> = {}) => {
  const payload = { depth };
  const {
    statusCode: status,
    headers: said,
    body,
  } = await app.inject({
    method: 'POST',
    url: '/api/well',
    headers: { authorization: 'operator', ...headers },
    payload: payload as object,
  });
  return { status, headers: said, body: JSON.parse(body) as { run_id: number; error?: string; output?: string } };
};
const later = { prefer: 'respond-async' };
const read = async (url: string, method: 'GET' | 'POST' = 'GET') =>
  JSON.parse((await app.inject({ method, url, headers: { authorization: 'operator' } })).body) as {
    run: { outcome: string; error: string | null };
    runs: { id: number }[];
  };
const ended = (id: number) => processRuns(t).active.get(id)?.done;
const untold = async () => (await read('/api/run?untold=1')).runs.map(({ id }) => id);

describe('a call that starts a run', () => {
  it('responds with 202 while the run continues, on request; its end is reported later (C-133)', async () => {
    dry();
    const { status, headers, body } = await dig(3, later);
    expect(status).toBe(202);
    expect(body).toEqual({ run_id: expect.any(Number) as number });
    expect(headers).toMatchObject({ location: `/api/run/${body.run_id}`, 'preference-applied': 'respond-async' });
    expect((await read(`/api/run/${body.run_id}`)).run.outcome).toBe('running');
    expect(await untold()).toEqual([]);
    // It has not ended, so there is nothing to acknowledge yet.
    await read(`/api/run/${body.run_id}/told`, 'POST');
    flow();
    await ended(body.run_id);
    expect((await read(`/api/run/${body.run_id}`)).run.outcome).toBe('succeeded');
    expect(await untold()).toEqual([body.run_id]);
    await read(`/api/run/${body.run_id}/told`, 'POST');
    expect(await untold()).toEqual([]);
  });

  it('waits for the end if that header is missing, and reports nothing afterwards', async () => {
    dry();
    flow();
    expect(await dig(4)).toMatchObject({ status: 200, body: { output: 'dug 4 m\n' } });
    expect(await dig(13)).toMatchObject({ status: 502, body: { error: 'It fell in.', output: 'dug 13 m\n' } });
    expect(await untold()).toEqual([]);
  });

  it('rejects invalid input at once, without a run', async () => {
    dry();
    const before = dug;
    expect((await dig('deep', later)).status).toBe(400);
    expect(await dig(101, later)).toMatchObject({ status: 422, body: { error: 'Too deep.' } });
    const { body } = await dig(5, later);
    const second = await dig(6, later);
    expect(second).toMatchObject({ status: 409, body: { details: { run_id: body.run_id } } });
    expect(dug).toBe(before + 1);
  });

  it('maps a repeated click to its run, during and after the run', async () => {
    dry();
    const click = { ...later, 'idempotency-key': 'well-click-1' };
    const before = dug;
    const answers = await Promise.all([dig(7, click), dig(7, click), dig(7, click)]);
    const [id] = answers.map(({ body }) => body.run_id);
    flow();
    await ended(id ?? 0);
    answers.push(await dig(7, click));
    expect(answers.map(({ status, body }) => [status, body.run_id])).toEqual(Array(4).fill([202, id]));
    expect(dug).toBe(before + 1);
  });
});

describe('unreported runs of a user', () => {
  it('are private, and cannot be acknowledged by others', async () => {
    dry();
    flow();
    const { body } = await dig(8, later);
    await ended(body.run_id);
    const other = createFeatureApp(t, {
      routes: runFeature.routes,
      authenticate: async () => t.as({ id: 77, name: 'sam', role: 'operator' }).actor,
    });
    const list = await other.inject({ url: '/api/run?untold=1' });
    expect(JSON.parse(list.body)).toMatchObject({ runs: [] });
    await other.inject({ method: 'POST', url: `/api/run/${body.run_id}/told` });
    expect(await untold()).toContain(body.run_id);
    await other.close();
  });
});

it.each([
  ['respond-async', true],
  ['wait=10, Respond-Async', true],
  ['respond-async; wait=1', true],
  ['handling=lenient,respond-async ,wait=100', true],
  ['return=minimal', false],
  ['no-respond-async', false],
  ['respond-asynchronously', false],
  ['', false],
])('reads the header Prefer: %s (RFC 7240)', (prefer, respondAsync) => {
  const header = (name: string) => (name === 'prefer' ? prefer : undefined);
  expect(clickOf({ header })).toEqual({ key: undefined, respondAsync });
});
