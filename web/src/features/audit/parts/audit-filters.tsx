import { mdiFilterOffOutline } from '@mdi/js';
import { FLEET_KINDS, KIND_WORDS } from '@mission-control/contract/fleet/kinds';
import { useUrlText } from '../../../lib/address/use-url-text.ts';
import { TenantField } from '../../../lib/tenant-field.tsx';
import { useTenantChoices } from '../../../lib/use-choices.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { AppliedFilter } from '../../../ui/table/applied-filter.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { narrow } from '../../../ui/theme/tokens.ts';
import type { AuditSearch } from '../audit-search.ts';

/** Groups of actions that the audit log can be filtered by, and what they are about. */
const KINDS: Readonly<Record<string, string>> = {
  tenant: 'Tenants',
  service: 'Services',
  config: 'Configs',
  relations: 'Relations',
  'log-level': 'Log levels',
  branding: 'Brandings',
  run: 'Runs',
  sequence: 'Sequences of runs',
  tag: 'Tags',
  licence: 'Licences',
  monitor: 'Monitors',
  'status-page': 'Status pages',
  members: 'Member imports',
  'competency-mapping': 'Competency mappings',
  soap: 'SOAP',
  leisure: 'Leisure hub',
  inventory: 'Inventory',
  user: 'People and sign-ins',
  token: 'API tokens',
  'report-token': 'Report tokens',
  'signing-key': 'Signing keys',
  ...Object.fromEntries(FLEET_KINDS.map((kind) => [kind.replace('_', '-'), KIND_WORDS[kind].tab])),
  'config-template': 'Default templates',
  passkey: 'Passkeys',
  view: 'Saved views',
  bulk: 'Bulk changes',
  alert: 'Alerts',
  'alert-rule': 'Alert rules',
  'alert-channel': 'Alert channels',
  'alert-subscription': 'Alert subscriptions',
  window: 'Maintenance windows',
  access: 'Refusals',
  audit: 'Audit',
};

const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
  alignItems: 'end',
  gap: '8px 12px',
  [narrow]: { gridTemplateColumns: '1fr 1fr' },
});
const Wide = styled('div')({ gridColumn: 'span 2', [narrow]: { gridColumn: '1 / -1' } });

const ALL = [{ value: '', label: 'All actions' }, ...Object.entries(KINDS).map(([value, label]) => ({ value, label }))];

interface AuditFiltersProps {
  search: AuditSearch;
  text: string;
  onText: (text: string) => void;
  /** @param replace replaces the history entry instead of adding one */
  onChange: (part: Partial<Record<keyof AuditSearch, unknown>>, replace?: boolean) => void;
  /** Null without filters. */
  onClear: (() => void) | null;
}

/** Text, days, person, tenant and action; all of them in the address. */
export function AuditFilters({ search, text, onText, onChange, onClear }: AuditFiltersProps) {
  const { kind = '', from = '', to = '', tenant } = search;
  const [actor, setActor] = useUrlText(search.actor ?? '', (typed) => onChange({ actor: typed }, true));
  const { query, choices } = useTenantChoices();
  const kinds = kind === '' || kind in KINDS ? ALL : [...ALL, { value: kind, label: kind }];
  return (
    <Grid role="search" aria-label="Filter the audit log">
      <Wide>
        <SearchField label="Search the audit log" value={text} onChange={onText} width={420} />
      </Wide>
      <SelectField
        label="Action"
        options={kinds}
        value={kind}
        onChange={(event) => onChange({ kind: event.target.value })}
      />
      <TextField label="Person" value={actor} autoComplete="off" onChange={(event) => setActor(event.target.value)} />
      <TenantField
        label="Tenant"
        choices={choices}
        loading={query.isPending}
        failed={query.isLoadingError}
        value={choices.find(({ id }) => id === tenant) ?? null}
        onChange={(chosen) => onChange({ tenant: chosen?.id })}
      />
      <TextField
        label="From"
        type="date"
        value={from}
        max={to || undefined}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        label="To"
        type="date"
        value={to}
        min={from || undefined}
        onChange={(event) => onChange({ to: event.target.value })}
      />
      {search.part_of === undefined ? null : (
        <AppliedFilter
          name="Bulk change"
          value={search.part_of.replace(/^\/bulk\//, '')}
          onRemove={() => onChange({ part_of: undefined })}
        />
      )}
      {onClear ? (
        <ActionButton variant="ghost" icon={mdiFilterOffOutline} onClick={onClear}>
          Clear filters
        </ActionButton>
      ) : null}
    </Grid>
  );
}
