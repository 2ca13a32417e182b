import { followEvents } from '@mission-control/contract/events/calls';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { createSignal } from '../../ui/signal.ts';
import { api } from '../api/api.ts';
import { followLive, type LiveStatus } from './live-feed.ts';
import { createSuspendAwareClock, pauseBeforeRetry, watchNetwork } from './network-signals.ts';
import { invalidateAll, invalidateTopics } from '../api/query.ts';

/** Identifies this open tab. */
export const TAB = crypto.randomUUID();

const changed = createSignal();
let current: LiveStatus = 'off';

function setStatus(status: LiveStatus): void {
  current = status;
  changed.emit();
}

/** Whether changes by others arrive as they happen. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(changed.subscribe, () => current);
}

/** Follows live changes while `on`, and refetches the queries they affect. */
export function useLiveUpdates(on: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!on) return undefined;
    const end = new AbortController();
    void follow(client, end.signal);
    return () => {
      end.abort();
      setStatus('off');
    };
  }, [client, on]);
}

function follow(client: QueryClient, signal: AbortSignal): Promise<void> {
  return followLive(
    {
      // The first stream replays changes since the page was opened, because no read is older than that.
      open: (until, first, timeoutMs) =>
        api.open(
          followEvents,
          { query: first ? { age: Math.ceil(performance.now()), tab: TAB } : { tab: TAB } },
          { signal: until, timeoutMs },
        ),
      pause: pauseBeforeRetry,
      now: createSuspendAwareClock(
        () => new Date().getTime(),
        () => performance.now(),
      ),
      watch: watchNetwork,
      onChange: (topics) => void invalidateTopics(client, topics),
      onMissed: () => void invalidateAll(client),
      // A stopped feed must not overwrite its successor's status.
      onStatus: (status) => signal.aborted || setStatus(status),
    },
    signal,
  );
}
