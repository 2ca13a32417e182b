import type { Call, CallRequest } from '@mission-control/contract/call';
import type { LiveEvent } from '@mission-control/contract/events/calls';
import { TOPIC } from '@mission-control/contract/topics';
import { expect, vi } from 'vitest';
import { inUnauditedTransaction } from '../database/transaction.ts';
import { LIVE_CHANNEL } from '../events/topic-versions.ts';
import type { TestCtx } from './test-ctx.ts';

/** Topics that some work announces to screens, in order. */
export async function announcedBy(t: TestCtx, work: () => Promise<unknown>): Promise<string[]> {
  const announced: string[] = [];
  const listener = await t.open.listen(LIVE_CHANNEL, (payload) => {
    if (payload !== '') announced.push(...(JSON.parse(payload) as LiveEvent).topics);
  });
  await work();
  // Announcements arrive in the order of their commits.
  const fence = TOPIC.presence('fence');
  await inUnauditedTransaction(t, async ({ changed }) => changed(fence));
  await vi.waitFor(() => expect(announced).toContain(fence), 10_000);
  await listener.stop();
  return announced.slice(0, announced.indexOf(fence));
}

/** Whether open screens refetch a call because of some work. */
export async function isRefetched<C extends Call>(
  t: TestCtx,
  call: C,
  request: CallRequest<C>,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const announced = await announcedBy(t, work);
  const topics = call.topics?.({ params: request.params, query: request.query }) ?? [];
  return topics.some((topic) => announced.includes(topic));
}
