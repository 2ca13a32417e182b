import type { ReleaseApp, ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import { deployFailed, releaseDeployed } from '@mission-control/contract/releases/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../lib/query.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { toast } from '../../ui/toast.ts';
import { RELEASES, startDeploy, startRollback } from './queries.ts';

/** A deploy or a rollback that the person has confirmed. */
export interface ConfirmedDeploy {
  kind: 'deploy' | 'rollback';
  app: ReleaseApp;
  service: string;
  env: ReleaseEnv;
  version: string;
  /** The translation request has been sent. */
  confirm: boolean;
  /** Names the click. */
  key: string;
}

function start({ kind, key, confirm, ...target }: ConfirmedDeploy): ReturnType<typeof startDeploy> {
  if (kind === 'rollback') return startRollback(target, key);
  return startDeploy(confirm ? { ...target, confirm } : target, key);
}

/** Deploys a version, or the one before, and says how it went [DEP-11, DEP-12]; then reads again what runs where [DEP-08]. */
export function useDeploy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: start,
    // Without an answer the run goes on, and its end is told on whatever page.
    onSuccess: ({ answer }, { version, env }) => answer && toast.success(releaseDeployed(version, env)),
    onError: (error) => toastFailure(error, (reason) => deployFailed(reason || '?')),
    onSettled: () => invalidateTopics(client, [RELEASES, 'runs']),
  });
}
