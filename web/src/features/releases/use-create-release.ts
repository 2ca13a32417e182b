import type { ReleaseApp } from '@mission-control/contract/releases/catalogue';
import { buildEnvs, releaseCreated, releaseFailed } from '@mission-control/contract/releases/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../lib/query.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { toast } from '../../ui/toast.ts';
import { RELEASES, sendRelease } from './queries.ts';
import { asEnv } from './release-targets.ts';

interface ReleaseOrder {
  app: ReleaseApp;
  service: string;
  tag: string;
  /** What is chosen; bg is built for its own two. */
  env: string;
}

/**
 * Creates a release, for bg one after the other for dev and prod [REL-13], and says how it went [REL-14, REL-15].
 * @param onClick is told the key of each build as it begins
 */
export function useCreateRelease(onClick: (key: string) => void) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ env: chosen, ...order }: ReleaseOrder) {
      let seconds = 0;
      for (const env of buildEnvs(order.app, chosen).flatMap((one) => asEnv(one) ?? [])) {
        const key = crypto.randomUUID();
        onClick(key);
        // The build for prod waits for the one for dev, and is not begun when that fails.
        seconds += (await sendRelease({ ...order, env }, key)).seconds;
      }
      return seconds;
    },
    onSuccess: (seconds, { tag }) => toast.success(releaseCreated(tag, seconds)),
    onError: (error) => toastFailure(error, (reason) => releaseFailed(reason || '?')),
    onSettled: () => invalidateTopics(client, [RELEASES, 'runs']),
  });
}
