import { getConfigState, validateConfig } from '@mission-control/contract/config/calls';
import { mdiCloudUploadOutline } from '@mdi/js';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { pathTo } from '../../../../lib/address/path-to.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { api } from '../../../../lib/api/api.ts';
import { queryOf } from '../../../../lib/api/query.ts';
import { toastError } from '../../../../lib/toast/toast-error.ts';
import { toast } from '../../../../ui/toast/toast.ts';
import { commitWaits } from '../../state/commit-gate.ts';

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
  const wrong = tenant.config_drift[config] !== undefined;
  const { data } = useQuery({
    ...queryOf(getConfigState, { params: { id: tenant._id, service: config } }),
    enabled: waits,
  });
  // Two kinds can share a hash: the pending change may belong to the other, if this one was never saved.
  const saved = data === undefined || data.revision > 0;
  return (
    <>
      <ActionButton
        href={pathTo('/tenant/$id/$kind/config', { id: tenant._id, kind: config })}
        {...(icon ? { icon } : null)}
      >
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

interface ValidateButtonProps {
  tenantId: number;
  config: ConfigKindSlug;
  /** The config by its name. */
  label: string;
}

/** Checks the saved config; every error and warning is reported separately [TEN-73..76]. */
export function ValidateButton({ tenantId, config, label }: ValidateButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.send(validateConfig, { params: { id: tenantId, service: config } }),
    onSuccess: ({ valid, errors, warnings }) => {
      for (const error of errors) toast.error(error);
      for (const warning of warnings) toast.warning(warning);
      if (valid) toast.success(`${label} Config is valid`);
    },
    onError: (error) => toastError(error),
  });
  return (
    <ActionButton pending={isPending} onClick={() => mutate()}>
      Validate
    </ActionButton>
  );
}
