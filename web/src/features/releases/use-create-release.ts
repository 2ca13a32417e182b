import { releaseEnvLabel, type ReleaseApp, type ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import { createRelease } from '@mission-control/contract/releases/calls';
import { buildEnvs, releaseCreated, releaseFailed } from '@mission-control/contract/releases/rules';
import { itemKey } from '@mission-control/contract/runs/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../lib/query.ts';
import { secondsOf } from '../../lib/run-outcome.ts';
import { driveSequence, isLost, runItem } from '../../lib/run-sequence.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { toast } from '../../ui/toast.ts';
import { RELEASES, startRelease } from './queries.ts';
import { asEnv } from './release-targets.ts';

export interface ReleaseOrder {
  app: ReleaseApp;
  service: string;
  tag: string;
  /** What is chosen; bg is built for its own two. */
  env: string;
  /** What is left of builds that were begun before; `seconds`: of those that are done. Null: a sequence of its own. */
  rest?: { sequence: string | null; envs: readonly ReleaseEnv[]; seconds: number };
}

/**
 * Creates a release, for bg one after the other for dev and prod [REL-13], and says how it went [REL-14, REL-15]. How far the builds
 * of bg are is kept on the server, so that another tab can go on with them.
 * @param onClick is told the key of each build as it begins
 */
export function useCreateRelease(onClick: (key: string) => void) {
  const client = useQueryClient();

  /** One after the other; the build for prod is not begun when the one for dev fails. Answers the seconds of all. */
  async function buildAll({ app, service, tag, rest }: ReleaseOrder, envs: readonly ReleaseEnv[]): Promise<number> {
    const key = rest?.sequence ?? crypto.randomUUID();
    const items = envs.map((env) => ({ item: env, name: releaseEnvLabel(env) }));
    const begin = rest?.sequence ? null : { key, kind: 'release' as const, facts: { app, service, tag }, items };
    const leave = await driveSequence(key, begin);
    let isBroken = false;
    try {
      let seconds = rest?.seconds ?? 0;
      for (const env of envs) {
        onClick(itemKey(key, env));
        const body = { app, service, tag, env };
        const { answer, run } = await runItem(client, { sequence: key, item: env }, createRelease, { body });
        seconds += answer?.seconds ?? (run === null ? 1 : secondsOf(run));
      }
      return seconds;
    } catch (error) {
      isBroken = isLost(error);
      throw error;
    } finally {
      leave(isBroken);
    }
  }

  return useMutation({
    /** Answers the seconds when it was seen to end; otherwise its end is told on whatever page. */
    async mutationFn(order: ReleaseOrder): Promise<number | null> {
      const { rest, ...wanted } = order;
      const envs = rest?.envs ?? buildEnvs(order.app, order.env).flatMap((one) => asEnv(one) ?? []);
      const [env] = envs;
      if (env === undefined) return null;
      if (rest || envs.length > 1) return buildAll(order, envs);
      const key = crypto.randomUUID();
      onClick(key);
      const { answer } = await startRelease({ ...wanted, env }, key);
      return answer?.seconds ?? null;
    },
    onSuccess: (seconds, { tag }) => seconds !== null && toast.success(releaseCreated(tag, seconds)),
    onError: (error) => toastFailure(error, (reason) => releaseFailed(reason || '?')),
    onSettled: () => invalidateTopics(client, [RELEASES, 'runs']),
  });
}
