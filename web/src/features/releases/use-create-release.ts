import { createRelease } from '@mission-control/contract/releases/calls';
import { releaseEnvLabel, type ReleaseApp, type ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import { buildEnvs, chooseApp, releaseCreated, releaseFailed } from '@mission-control/contract/releases/rules';
import { itemKey } from '@mission-control/contract/runs/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { invalidateTopics } from '../../lib/api/query.ts';
import { secondsOf } from '../../lib/run/run-outcome.ts';
import { driveSequence, isLost, runItem } from '../../lib/run/run-sequence.ts';
import { toastFailure } from '../../lib/toast/toast-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { asApp, asEnv, asService } from './release-targets.ts';
import { useReleaseSearch } from './use-release-search.ts';

/** Default environment for releases of apps other than bg (C-101). */
const USUAL_ENV = 'dev';

/** The choice on the page of new releases, kept in the address. */
export function useReleaseOrder() {
  const [url, write] = useReleaseSearch();
  const app = asApp(url.app);
  return {
    app,
    branch: url.branch ?? '',
    tag: url.tag ?? '',
    service: asService(app ?? '', url.service)?.value ?? chooseApp(app ?? '').service,
    env: asEnv(url.env) ?? USUAL_ENV,
    click: url.click ?? null,
    setApp: (value: string) =>
      write({ app: value, branch: undefined, tag: undefined, service: undefined, env: undefined, click: undefined }),
    setBranch: (branch: string) => write({ branch }),
    setTag: (tag: string) => write({ tag }),
    setService: (service: string) => write({ service }),
    setEnv: (env: string) => write({ env: env === USUAL_ENV ? undefined : env }),
    showClick: (click: string) => write({ click }),
  } as const;
}

export interface ReleaseOrder {
  app: ReleaseApp;
  service: string;
  tag: string;
  /** The chosen environment; bg is built for its own two. */
  env: string;
  /** Remaining builds of an earlier sequence; `seconds`: duration of its finished builds. `sequence` null: starts a new one. */
  rest?: { sequence: string | null; envs: readonly ReleaseEnv[]; seconds: number };
}

/**
 * Creates a release, for bg sequentially for dev and prod [REL-13], and reports the result [REL-14, REL-15]. The progress of bg builds is
 * stored on the server, so that another tab can resume them.
 * @param onClick receives the key of each build as it starts
 */
export function useCreateRelease(onClick: (key: string) => void) {
  const client = useQueryClient();

  /** Sequential; the build for prod does not start if the one for dev fails. Returns the total seconds. */
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
    /** Returns the duration in seconds if the end of the build was observed; otherwise its end is reported on any page. */
    async mutationFn(order: ReleaseOrder): Promise<number | null> {
      const { rest, ...wanted } = order;
      const envs = rest?.envs ?? buildEnvs(order.app, order.env).flatMap((one) => asEnv(one) ?? []);
      const [env] = envs;
      if (env === undefined) return null;
      if (rest || envs.length > 1) return buildAll(order, envs);
      const key = crypto.randomUUID();
      onClick(key);
      const { answer } = await api.start(createRelease, { body: { ...wanted, env } }, key);
      return answer?.seconds ?? null;
    },
    onSuccess: (seconds, { tag }) => seconds !== null && toast.success(releaseCreated(tag, seconds)),
    onError: (error) => toastFailure(error, (reason) => releaseFailed(reason || '?')),
    onSettled: () => invalidateTopics(client, [TOPIC.releases, TOPIC.runs]),
  });
}
