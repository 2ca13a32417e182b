import { mdiHammerWrench } from '@mdi/js';
import { releaseService } from '@mission-control/contract/releases/catalogue';
import { createRelease } from '@mission-control/contract/releases/calls';
import { findSequence, noteSequence } from '@mission-control/contract/runs/calls';
import { itemsIn } from '@mission-control/contract/runs/rules';
import type { SequenceRow } from '@mission-control/contract/runs/sequence';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../lib/api/query.ts';
import { closeSequence, isDrivenHere } from '../../../lib/run/run-sequence.ts';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { asApp, asEnv } from '../release-targets.ts';
import type { ReleaseOrder } from '../use-create-release.ts';

interface UnfinishedBuildsProps {
  /** This page is building. */
  building: boolean;
  onGoOn: (order: ReleaseOrder) => void;
}

/** Abandoned builds of a release: the tab was closed, or one failed. */
export function UnfinishedBuilds({ building, onGoOn }: UnfinishedBuildsProps) {
  const { data } = useQuery(queryOf(findSequence, { query: { kind: 'release' } }));
  const close = useMutation({ mutationFn: closeSequence, onError: (error) => toastError(error) });
  const buildRole = useRoleRefusal(createRelease, 'create a release');
  const closeRole = useRoleRefusal(noteSequence, 'abandon a build');
  const sequence = data?.sequence ?? null;
  if (building || sequence === null || !isLeft(sequence)) return null;
  const order = orderOf(sequence);
  if (order === null) return null;
  const failed = itemsIn(sequence, 'failed');
  const left = itemsIn(sequence, 'waiting', 'failed').map(({ name }) => name);
  const label = releaseService(order.service)?.label ?? order.service;
  return (
    <Banner
      live
      meaning={failed.length > 0 ? 'bad' : 'notice'}
      icon={mdiHammerWrench}
      title={`${order.app} ${order.tag}, ${label}, is not built for ${left.join(' and ')}.`}
      action={
        <>
          <ActionButton size="small" disabledReason={buildRole} onClick={() => onGoOn(order)}>
            {failed.length > 0 ? `Retry ${left.join(', then ')}` : `Build for ${left.join(', then ')}`}
          </ActionButton>
          <ActionButton
            size="small"
            variant="ghost"
            pending={close.isPending}
            disabledReason={closeRole}
            onClick={() => close.mutate(sequence.key)}
          >
            Discard
          </ActionButton>
        </>
      }
    >
      {failed.length > 0
        ? `The build for ${failed.map(({ name }) => name).join(' and ')} failed: ${failed[0]?.error ?? ''}`
        : `${sequence.started_by} started it, and the page that would have gone on was closed.`}
    </Banner>
  );
}

const isLeft = (sequence: SequenceRow): boolean =>
  sequence.closed_at === null &&
  !isDrivenHere(sequence.key) &&
  itemsIn(sequence, 'running').length === 0 &&
  itemsIn(sequence, 'waiting', 'failed').length > 0;

/** Remaining builds; a failed build is retried as a new sequence, since its idempotency key is used up. */
function orderOf(sequence: SequenceRow): ReleaseOrder | null {
  const { app: name, service = '', tag = '' } = sequence.facts;
  const app = asApp(name);
  const envs = itemsIn(sequence, 'waiting', 'failed').flatMap(({ item }) => asEnv(item) ?? []);
  if (app === null) return null;
  const done = itemsIn(sequence, 'succeeded').reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  const isRetry = itemsIn(sequence, 'failed').length > 0;
  return {
    app,
    service,
    tag,
    env: envs[0] ?? '',
    rest: { sequence: isRetry ? null : sequence.key, envs, seconds: done },
  };
}
