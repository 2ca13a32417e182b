import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { mdiFileAlertOutline, mdiPencilOutline } from '@mdi/js';
import { checkConfig, compareServers, getConfigState } from '@mission-control/contract/config/calls';
import { configLabel, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { ConfigDrift, ConfigState } from '@mission-control/contract/config/schema';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { countText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { pathTo } from '../../../../lib/address/path-to.ts';
import { queryOf } from '../../../../lib/api/query.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { RelativeTime } from '../../../../ui/display/relative-time.tsx';
import { Skeleton } from '../../../../ui/layout/skeleton.tsx';
import { StateBox } from '../../../../ui/layout/state-box.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { useCheck } from '../editor/use-check.ts';
import { commitWaits, neverCommitted } from '../../state/commit-gate.ts';

interface ConfigDriftBoxProps {
  tenant: TenantDetail;
  config: ConfigKindSlug;
  /** Includes the name of the config, for a card with several configs. */
  named?: boolean;
}

const Hosts = styled('span')({ display: 'block', overflowWrap: 'anywhere' });
const Actions = styled('span')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 6 });

/** Servers whose committed file was changed manually; nothing when there are none. A commit overwrites the manual change. */
export function ConfigDriftBox({ tenant, config, named = false }: ConfigDriftBoxProps) {
  const drift = tenant.config_drift[config];
  const check = useCheck({ tenantId: tenant._id, kind: config });
  const compareRefusal = useRoleRefusal(compareServers, "see the servers' files");
  const checkRefusal = useRoleRefusal(checkConfig, 'check the servers');
  if (!drift) return null;
  const label = configLabel(config);
  const unknown = neverCommitted(tenant, config);
  const title = driftTitle(drift, unknown);
  return (
    <StateBox
      meaning="bad"
      icon={mdiFileAlertOutline}
      title={<strong>{named ? `${label}: ${title.toLowerCase()}` : title}</strong>}
      detail={
        <>
          <Hosts>
            {drift.hosts.join(', ')}, found <RelativeTime at={drift.found_at} />
          </Hosts>
          <Actions>
            <ActionButton
              size="small"
              href={pathTo('/tenant/$id/$kind/config', { id: tenant._id, kind: config }, { view: 'servers' })}
              aria-label={`Compare the ${label} config with its servers`}
              disabledReason={compareRefusal}
            >
              Compare
            </ActionButton>
            {unknown ? (
              <ActionButton
                size="small"
                href={pathTo('/drift', null, { q: tenant.tenant_name })}
                aria-label={`Take over the ${label} config of the servers`}
              >
                Take over
              </ActionButton>
            ) : (
              <ActionButton
                size="small"
                variant="ghost"
                pending={check.isPending}
                disabledReason={checkRefusal}
                onClick={() => check.mutate()}
              >
                Check now
              </ActionButton>
            )}
          </Actions>
        </>
      }
    />
  );
}

/** @param unknown this console has never committed the config */
function driftTitle({ hosts, missing }: ConfigDrift, unknown: boolean): string {
  if (missing > 0 && missing === hosts.length)
    return countText(missing, 'server has no config yet', 'servers have no config yet');
  return unknown ? 'Unknown on the server' : 'Changed on the server';
}

/** Whether the servers have the saved config, its last save and commit, and servers whose file was changed by hand. */
export function ConfigStateBox({ tenant, config }: { tenant: TenantDetail; config: ConfigKindSlug }) {
  const { data, error } = useQuery(queryOf(getConfigState, { params: { id: tenant._id, service: config } }));
  const state = data ?? (error ? null : undefined);
  const waits = commitWaits(tenant, config);
  if (!tenant.config_drift[config]) return <SavedState state={state} waits={waits} />;
  return (
    <>
      <ConfigDriftBox tenant={tenant} config={config} />
      {waits ? <SavedState state={state} waits /> : null}
    </>
  );
}

interface SavedStateProps {
  /** Undefined while loading; null after an error. */
  state: ConfigState | undefined | null;
  waits: boolean;
}

function SavedState({ state, waits }: SavedStateProps) {
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
            <Stamp
              verb="Committed"
              at={state.committed_at}
              by={state.committed_by}
              revision={state.committed_revision}
            />
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
        detail="Commit again to publish it to all of them"
      />
    );
  }
  return (
    <StateBox
      meaning="notice"
      title={
        <>
          <strong>{state?.changes_waiting ? countText(state.changes_waiting, 'change') : 'Changes'}</strong> saved, not
          on the servers yet
        </>
      }
      detail={
        state?.saved_at ? (
          <Stamp verb="Saved" at={state.saved_at} by={state.saved_by} revision={state.revision} />
        ) : null
      }
    />
  );
}

interface StampProps {
  verb: string;
  at: string;
  by: string | null;
  revision: number | null;
}

function Stamp({ verb, at, by, revision }: StampProps) {
  return (
    <>
      {verb} <RelativeTime at={at} />
      {by === null ? '' : ` by ${by}`}
      {revision === null ? '' : `, revision ${revision}`}
    </>
  );
}
