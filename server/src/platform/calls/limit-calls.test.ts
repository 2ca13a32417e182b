import { expect, it } from 'vitest';
import { setUpTestCtx } from '../testing/set-up-test-ctx.ts';
import { limitCalls } from './limit-calls.ts';

const t = setUpTestCtx();

it('refuses calls above the limit for the rest of the minute, and no longer if the clock is set back', () => {
  const call = () => limitCalls(t, 'presence 1', 2, 'You open pages too often');
  call();
  t.clock.advance(20_000);
  call();
  expect(call).toThrow('You open pages too often. Try again in 40 s.');
  t.clock.advance(-3_600_000);
  call();
  call();
  expect(call).toThrow('Try again in 60 s.');
  t.clock.advance(60_000);
  call();
});
