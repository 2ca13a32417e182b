import { mdiCircleMedium, mdiDatabaseOutline, mdiPlus } from '@mdi/js';
import { type DatabaseRow, listDatabases } from '@mission-control/contract/databases/calls';
import { loadColour, loadText } from '@mission-control/contract/databases/rules';
import { BRIDGES, NO_BRIDGE, NO_DATABASE } from '@mission-control/contract/services/rules';
import type { Placement } from '@mission-control/contract/services/schema';
import { bridgeLabel } from '@mission-control/contract/tenants/rules';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { countText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { DialogFrame, FormFooter } from '../../../ui/dialog/dialog-frame.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, monoText, radius, visuallyHidden, shadeColor } from '../../../ui/theme/tokens.ts';
import { FieldError } from '../../../ui/field/field-parts.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import type { CatalogueService } from '../tenant-services.ts';
import { useAddService } from './use-add-service.ts';
import { PlacementFields } from './placement-fields.tsx';

interface AddServiceDialogProps {
  tenant: TenantDetail;
  service: CatalogueService;
  onClose: () => void;
}

const BRIDGE_OPTIONS = BRIDGES.map((value) => ({ value, label: bridgeLabel(value) }));

/** The database servers of a service in the region of a tenant. */
const databasesFor = ({ region }: TenantDetail, { slug }: CatalogueService) =>
  queryOf(listDatabases, { query: { type: slug, region: String(region._id) } });

/** What the user has chosen, and what is missing. */
function useChoice(tenant: TenantDetail, service: CatalogueService) {
  const { hasDatabase, hasBridge, slug } = service;
  const mayCreate = hasDatabase || slug === 'strive';
  const [chosen, setDatabase] = useState<number | null>(null);
  const { data: offered } = useQuery({ ...databasesFor(tenant, service), enabled: hasDatabase });
  // A single option needs no choice.
  const only = offered?.databases.length === 1 ? offered.databases[0] : undefined;
  const database = chosen ?? only?.id ?? null;
  const [bridge, setBridge] = useState('');
  const [create, setCreate] = useState(mayCreate);
  const [placement, setPlacement] = useState<Placement>({});
  const choice = {
    create_db: create,
    ...(hasDatabase && { database }),
    ...(hasBridge && { bridge }),
    ...(Object.keys(placement).length > 0 && { placement }),
  };
  const noDatabase = hasDatabase && database === null ? NO_DATABASE : null;
  const noBridge = hasBridge && bridge === '' ? NO_BRIDGE : null;
  return {
    choice,
    faults: { noDatabase, noBridge },
    mayCreate,
    database,
    setDatabase,
    bridge,
    setBridge,
    create,
    setCreate,
    placement,
    setPlacement,
  };
}

/**
 * Choices to make before a service is added: the database server [SVC-05], for CoursePro the bridge [SVC-06, SVC-07], and the
 * placement.
 */
export function AddServiceDialog({ tenant, service, onClose }: AddServiceDialogProps) {
  const { hasDatabase, hasBridge, displayName } = service;
  const { choice, faults, mayCreate, ...chosen } = useChoice(tenant, service);
  const [tried, setTried] = useState(false);
  const addition = useAddService(tenant._id);
  const submit = () => {
    setTried(true);
    if (faults.noDatabase !== null || faults.noBridge !== null || addition.isPending) return;
    addition.mutate({ service, choice }, { onSuccess: onClose });
  };
  const title = hasDatabase ? 'Choose database' : `Add ${displayName}`;
  const footer = (
    <FormFooter label={`Add ${displayName}`} icon={mdiPlus} pending={addition.isPending} onClose={onClose} />
  );
  return (
    <DialogFrame open title={title} onClose={onClose} onSubmit={submit} footer={footer}>
      <p>
        {displayName} of {tenant.tenant_name}, in {tenant.region.region_name}.
      </p>
      {hasDatabase ? (
        <Databases
          tenant={tenant}
          service={service}
          chosen={chosen.database}
          error={tried ? faults.noDatabase : null}
          onChoose={chosen.setDatabase}
        />
      ) : null}
      {mayCreate ? (
        <Checkbox
          label={`Create a database for ${tenant.tenant_name}${hasDatabase ? ' there' : ''}`}
          checked={chosen.create}
          onChange={(event) => chosen.setCreate(event.target.checked)}
        />
      ) : null}
      {hasBridge ? (
        <SelectField
          label="Bridge"
          options={BRIDGE_OPTIONS}
          placeholder="Select a bridge"
          value={chosen.bridge}
          error={tried ? faults.noBridge : null}
          onChange={(event) => chosen.setBridge(event.target.value)}
        />
      ) : null}
      <PlacementFields tenant={tenant} service={service} chosen={chosen.placement} onChoose={chosen.setPlacement} />
    </DialogFrame>
  );
}

interface DatabaseListProps {
  databases: readonly DatabaseRow[];
  chosen: number | null;
  /** Id of the error; links it to the list. */
  errorId: string | undefined;
  onChoose: (id: number) => void;
}

const List = styled('div')({ display: 'flex', flexDirection: 'column', gap: 6 });
const Row = styled('label')({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0,1fr) auto',
  alignItems: 'center',
  columnGap: 10,
  minHeight: 44,
  padding: '6px 12px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  background: color.inset,
  cursor: 'pointer',
  '&:hover': { borderColor: color.control },
  '&:has(:checked)': { borderColor: color.accentLine, background: color.accentTint },
  '&:has(:focus-visible)': { boxShadow: `0 0 0 2px ${color.accent}` },
  '& > input': visuallyHidden,
  '& > svg': { color: color.text3 },
  '&:has(:checked) > svg': { color: color.accentText },
});
const Name = styled('span')({ ...monoText, display: 'block', color: color.text, overflowWrap: 'anywhere' });
const Facts = styled('span')({ display: 'block', fontSize: 12, lineHeight: '16px', color: color.text3 });
const Load = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 2,
  fontSize: 12,
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
});

/** The database servers to choose from, each with its load in colour [SVC-05, SVC-11, SVC-12]. */
function DatabaseList({ databases, chosen, errorId, onChoose }: DatabaseListProps) {
  return (
    <List role="radiogroup" aria-label="Database" aria-describedby={errorId}>
      {databases.map((database) => (
        <Row key={database.id}>
          <input type="radio" name="database" checked={database.id === chosen} onChange={() => onChoose(database.id)} />
          <Icon path={mdiDatabaseOutline} size={18} />
          <span>
            <Name>{database.name}</Name>
            <Facts>{factsOf(database)}</Facts>
          </span>
          <LoadShown average={database.db_activity_average} />
        </Row>
      ))}
    </List>
  );
}

function factsOf({ notes, tenant_count: count }: DatabaseRow): string {
  const tenants = countText(count, 'tenant');
  return notes === '' ? tenants : `${tenants} · ${notes}`;
}

function LoadShown({ average }: { average: DatabaseRow['db_activity_average'] }) {
  const shade = loadColour(average);
  return (
    <Load data-load={shade} style={{ color: shadeColor[shade] }} title="Average of active connections">
      <Icon path={mdiCircleMedium} size={16} />
      <span style={visuallyHidden}>Load </span>
      {loadText(average)}
    </Load>
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
  const query = useQuery(databasesFor(tenant, service));
  const errorId = useId();
  return (
    <QueryView
      query={query}
      errorTitle="The databases could not be loaded"
      loading={<Skeleton height={94} />}
      empty={{
        when: ({ databases }) => databases.length === 0,
        show: <Banner meaning="warn">{query.data?.error}</Banner>,
      }}
    >
      {({ databases }) => (
        <>
          <DatabaseList
            databases={databases}
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
      )}
    </QueryView>
  );
}
