import { mdiPlus } from '@mdi/js';
import { listDatabases } from '@mission-control/contract/databases/calls';
import { BRIDGES, NO_BRIDGE, NO_DATABASE } from '@mission-control/contract/services/rules';
import { bridgeLabel } from '@mission-control/contract/tenants/rules';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { queryOf } from '../../../../lib/api/query.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { DialogFrame } from '../../../../ui/dialog/dialog-frame.tsx';
import { Checkbox } from '../../../../ui/field/checkbox.tsx';
import { FieldError } from '../../../../ui/field/field-parts.ts';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import { Banner } from '../../../../ui/layout/banner.tsx';
import { ReadError } from '../../../../ui/layout/read-error.tsx';
import { Skeleton } from '../../../../ui/layout/skeleton.tsx';
import type { CatalogueService } from '../../tenant-services.ts';
import { useAddService } from '../../use-add-service.ts';
import { DatabaseList } from './choose-database-list.tsx';

interface ChooseDatabaseDialogProps {
  tenant: TenantDetail;
  /** CoursePro or Insight: a service that has a database. */
  service: CatalogueService;
  onClose: () => void;
}

const BRIDGE_OPTIONS = BRIDGES.map((value) => ({ value, label: bridgeLabel(value) }));

/** The database servers of a service in the region of a tenant. */
const databasesFor = ({ region }: TenantDetail, { slug }: CatalogueService) =>
  queryOf(listDatabases, { query: { type: slug, region: String(region._id) } });

/** Chooses the database server of a new service, and for CoursePro the bridge [SVC-05, SVC-06, SVC-07]. */
export function ChooseDatabaseDialog({ tenant, service, onClose }: ChooseDatabaseDialogProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { data: offered } = useQuery(databasesFor(tenant, service));
  // A single option needs no choice.
  const only = offered?.databases.length === 1 ? offered.databases[0] : undefined;
  const database = chosen ?? only?.id ?? null;
  const [bridge, setBridge] = useState('');
  const [create, setCreate] = useState(true);
  const [tried, setTried] = useState(false);
  const addition = useAddService(tenant._id);
  const noDatabase = database === null ? NO_DATABASE : null;
  const noBridge = service.hasBridge && bridge === '' ? NO_BRIDGE : null;
  const submit = () => {
    setTried(true);
    if (noDatabase !== null || noBridge !== null || addition.isPending) return;
    const choice = { create_db: create, database, ...(service.hasBridge && { bridge }) };
    addition.mutate({ service, choice }, { onSuccess: onClose });
  };
  return (
    <DialogFrame
      open
      title="Choose database"
      onClose={onClose}
      onSubmit={submit}
      foot={
        <>
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton type="submit" variant="primary" icon={mdiPlus} pending={addition.isPending}>
            Add {service.displayName}
          </ActionButton>
        </>
      }
    >
      <p>
        {service.displayName} of {tenant.tenant_name}, in {tenant.region.region_name}.
      </p>
      <Databases
        tenant={tenant}
        service={service}
        chosen={database}
        error={tried ? noDatabase : null}
        onChoose={setChosen}
      />
      <Checkbox
        label={`Create a database for ${tenant.tenant_name} there`}
        checked={create}
        onChange={(event) => setCreate(event.target.checked)}
      />
      {service.hasBridge ? (
        <SelectField
          label="Bridge"
          options={BRIDGE_OPTIONS}
          placeholder="Select a bridge"
          value={bridge}
          error={tried ? noBridge : null}
          onChange={(event) => setBridge(event.target.value)}
        />
      ) : null}
    </DialogFrame>
  );
}

interface DatabasesProps {
  tenant: TenantDetail;
  service: CatalogueService;
  chosen: number | null;
  error: string | null;
  onChoose: (id: number) => void;
}

function Databases({ tenant, service, chosen, error, onChoose }: DatabasesProps) {
  const list = useQuery(databasesFor(tenant, service));
  const errorId = useId();
  if (list.error && !list.data) {
    return (
      <ReadError
        title="The databases could not be read"
        error={list.error}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (!list.data) return <Skeleton height={94} />;
  if (list.data.databases.length === 0) return <Banner meaning="warn">{list.data.error}</Banner>;
  return (
    <>
      <DatabaseList
        databases={list.data.databases}
        chosen={chosen}
        errorId={error === null ? undefined : errorId}
        onChoose={onChoose}
      />
      {error === null ? null : (
        <FieldError id={errorId} role="alert">
          {error}
        </FieldError>
      )}
    </>
  );
}
