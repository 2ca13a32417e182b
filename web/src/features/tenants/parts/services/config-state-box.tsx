import { mdiPencilOutline } from '@mdi/js';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { ConfigState } from '@mission-control/contract/config/schema';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { RelativeTime } from '../../../../ui/display/relative-time.tsx';
import { Skeleton } from '../../../../ui/layout/skeleton.tsx';
import { StateBox } from '../../../../ui/layout/state-box.tsx';
import { commitWaits } from '../../tenant-services.ts';
import { ConfigDriftBox } from './config-drift-box.tsx';

interface ConfigStateBoxProps {
  tenant: TenantDetail;
  config: ConfigKindSlug;
  /** Undefined while loading; null after an error. */
  state: ConfigState | undefined | null;
}

/** Whether the servers have the saved config, its last save and commit, and servers whose file was changed by hand. */
export function ConfigStateBox({ tenant, config, state }: ConfigStateBoxProps) {
  const waits = commitWaits(tenant, config);
  if (!tenant.config_drift[config]) return <SavedState state={state} waits={waits} />;
  return (
    <>
      <ConfigDriftBox tenant={tenant} config={config} />
      {waits ? <SavedState state={state} waits /> : null}
    </>
  );
}

function SavedState({ state, waits }: { state: ConfigStateBoxProps['state']; waits: boolean }) {
  if (state === undefined) return <Skeleton height={50} />;
  if (state !== null && state.saved_at === null && state.committed_at === null) {
    return (
      <StateBox
        meaning="notice"
        icon={mdiPencilOutline}
        title="No config saved yet"
        detail="Open Config to write the first settings"
      />
    );
  }
  if (!waits) {
    return (
      <StateBox
        meaning="good"
        title="Servers match the saved config"
        detail={
          state?.committed_at ? (
            <Who did="Committed" at={state.committed_at} by={state.committed_by} revision={state.committed_revision} />
          ) : null
        }
      />
    );
  }
  if (state && state.committed_revision !== null && state.changes_waiting === 0) {
    return (
      <StateBox
        meaning="notice"
        title="Not every server has the committed config"
        detail="Commit again to bring it to all of them"
      />
    );
  }
  return (
    <StateBox
      meaning="notice"
      title={
        <>
          <strong>{changesText(state?.changes_waiting ?? 0)}</strong> saved, not on the servers yet
        </>
      }
      detail={
        state?.saved_at ? <Who did="Saved" at={state.saved_at} by={state.saved_by} revision={state.revision} /> : null
      }
    />
  );
}

function changesText(waiting: number): string {
  if (waiting === 0) return 'Changes';
  return waiting === 1 ? '1 change' : `${waiting} changes`;
}

interface WhoProps {
  did: string;
  at: string;
  by: string | null;
  revision: number | null;
}

function Who({ did, at, by, revision }: WhoProps) {
  return (
    <>
      {did} <RelativeTime at={at} />
      {by === null ? '' : ` by ${by}`}
      {revision === null ? '' : `, revision ${revision}`}
    </>
  );
}
