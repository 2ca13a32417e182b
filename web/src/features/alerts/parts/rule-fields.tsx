import type { QuietHours } from '@mission-control/contract/alerts/rules';
import type { AlertScope } from '@mission-control/contract/alerts/schema';
import { listRegions } from '@mission-control/contract/environments/calls';
import { readViewFilter } from '@mission-control/contract/tenants/view-filter';
import { listViews } from '@mission-control/contract/views/calls';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../lib/api/query.ts';
import { PickList } from '../../../lib/pick-list.tsx';
import { choicesOf } from '../../../lib/tenant-matches.ts';
import { useEnvironmentChoices, useTenantChoices } from '../../../lib/use-choices.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { FieldGroup } from '../../../ui/field/field-group.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';

const Row = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))', gap: 12 });

interface ScopeFieldsProps {
  /** Can be limited to tenants. */
  ofTenants: boolean;
  scope: AlertScope;
  /** Error of the server about the views. */
  fault: string | undefined;
  onChange: (scope: AlertScope) => void;
}

/** The scope of a rule or subscription. */
export function ScopeFields(props: ScopeFieldsProps) {
  const { ofTenants, scope, fault, onChange } = props;
  return (
    <>
      <PlacesField {...props} />
      {ofTenants ? (
        <ViewsField picked={scope.views ?? []} fault={fault} onChange={(views) => onChange({ ...scope, views })} />
      ) : null}
    </>
  );
}

function PlacesField({ ofTenants, scope, onChange }: ScopeFieldsProps) {
  const query = useQuery(queryOf(listRegions, {}));
  const regions = query.data?.regions ?? [];
  const places = {
    regions: {
      query,
      choices: choicesOf(regions.map(({ _id: id, region_name: name }) => ({ id, tenant_name: name }))),
    },
    environments: useEnvironmentChoices(),
    tenants: useTenantChoices(),
  };
  const lists = [
    { field: 'regions', label: 'Regions', noun: 'region' },
    { field: 'environments', label: 'Environments', noun: 'environment' },
    ...(ofTenants ? [{ field: 'tenants', label: 'Tenants', noun: 'tenant' } as const] : []),
  ] as const;
  return (
    <FieldGroup legend="Applies to">
      {lists.map(({ field, label, noun }) => (
        <PickList
          key={field}
          label={label}
          noun={noun}
          {...places[field]}
          picked={scope[field]}
          onChange={(picked) => onChange({ ...scope, [field]: picked })}
        />
      ))}
    </FieldGroup>
  );
}

interface ViewsFieldProps {
  picked: readonly number[];
  fault: string | undefined;
  onChange: (views: number[]) => void;
}

/** Shared views of tenants that a rule or subscription follows. */
function ViewsField({ picked, fault, onChange }: ViewsFieldProps) {
  const query = useQuery(queryOf(listViews, {}));
  const followed = (query.data?.data ?? []).filter(
    ({ page, shared, search }) => page === 'tenants' && shared && readViewFilter(search) !== null,
  );
  return (
    <FieldGroup legend="Follows" fault={fault}>
      <PickList
        label="Views of tenants"
        noun="view"
        choices={choicesOf(followed.map(({ _id, name }) => ({ id: _id, tenant_name: name })))}
        query={query}
        picked={picked}
        none="None"
        onChange={onChange}
      />
      <p>The tenants that a shared view lists, including those added later.</p>
    </FieldGroup>
  );
}

interface QuietFieldsProps {
  quiet: QuietHours | null;
  faults: Readonly<Record<string, string>>;
  onChange: (quiet: QuietHours | null) => void;
}

/** Hours in which nothing is sent. */
export function QuietFields({ quiet, faults, onChange }: QuietFieldsProps) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <FieldGroup legend="Quiet hours">
      <Checkbox
        label="Send nothing during certain hours"
        checked={quiet !== null}
        onChange={(event) => onChange(event.target.checked ? { from: '22:00', to: '07:00', zone } : null)}
      />
      {quiet === null ? null : (
        <>
          <Row>
            <TextField
              label="From"
              type="time"
              value={quiet.from}
              error={faults['quiet.from']}
              onChange={(event) => onChange({ ...quiet, from: event.target.value })}
            />
            <TextField
              label="To"
              type="time"
              value={quiet.to}
              error={faults['quiet.to']}
              onChange={(event) => onChange({ ...quiet, to: event.target.value })}
            />
            <TextField
              label="Zone"
              value={quiet.zone}
              spellCheck={false}
              error={faults['quiet.zone']}
              onChange={(event) => onChange({ ...quiet, zone: event.target.value })}
            />
          </Row>
          <p>Alerts that open during these hours are sent afterwards, unless they are resolved by then.</p>
        </>
      )}
    </FieldGroup>
  );
}
