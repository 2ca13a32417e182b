import { getConfigState } from '@mission-control/contract/config/calls';
import { mdiCloudUploadOutline } from '@mdi/js';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { queryOf } from '../../../../lib/api/query.ts';
import { commitWaits, drifted } from '../../tenant-services.ts';

interface ConfigButtonsProps {
  tenant: TenantDetail;
  config: ConfigKindSlug;
  /** A path of @mdi/js. */
  icon?: string;
  /** The words on the two buttons. */
  open?: string;
  commit?: string;
  onCommit: (config: ConfigKindSlug) => void;
}

/**
 * Links to a config's editor, and to its commit while its saved state is not on the servers or was changed there [TEN-39..42, TEN-47,
 * TEN-50].
 */
export function ConfigButtons(props: ConfigButtonsProps) {
  const { tenant, config, icon, open = 'Config', commit = 'Commit', onCommit } = props;
  const waits = commitWaits(tenant, config);
  const wrong = drifted(tenant, config);
  const { data } = useQuery({
    ...queryOf(getConfigState, { params: { id: tenant._id, service: config } }),
    enabled: waits,
  });
  // Two kinds can share a hash: the pending change may belong to the other, if this one was never saved.
  const saved = data === undefined || data.revision > 0;
  return (
    <>
      <ActionButton href={`/tenant/${tenant._id}/${config}/config`} {...(icon ? { icon } : null)}>
        {open}
      </ActionButton>
      {(waits && saved) || wrong ? (
        <ActionButton
          variant="tonal"
          icon={mdiCloudUploadOutline}
          count={data?.changes_waiting || undefined}
          aria-haspopup="dialog"
          onClick={() => onCommit(config)}
        >
          {commit}
        </ActionButton>
      ) : null}
    </>
  );
}
