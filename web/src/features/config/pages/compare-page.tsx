import { mdiCompare } from '@mdi/js';
import type { CallResponse } from '@mission-control/contract/call';
import { compareConfigs } from '@mission-control/contract/config/calls';
import type { ComparedConfig, ComparedSettings } from '@mission-control/contract/config/compare';
import { CONFIG_KINDS, findConfigKind } from '@mission-control/contract/config/kinds';
import { comparedIds, MAX_COMPARED } from '@mission-control/contract/config/compared-ids';
import { countText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { defaultStringifySearch } from '@tanstack/react-router';
import { findRows } from '../../../lib/address/table-search.ts';
import { useUrlState, useUrlText } from '../../../lib/address/use-url-text.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { CsvButton } from '../../../lib/csv-button.tsx';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { TenantField } from '../../../lib/tenant-field.tsx';
import { useTenantChoices } from '../../../lib/use-choices.ts';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { LabelledSwitch } from '../../../ui/field/switch.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Panel, Toolbar } from '../../../ui/layout/panel.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { comparedColumns, CompareGrid } from '../parts/compare/compare-grid.tsx';
import { Quiet } from '../parts/editor/layout.ts';
import { compareSearch, type CompareSearch } from '../state/compare-search.ts';

const CRUMBS = [{ label: 'Tools', href: '/tools' }, { label: 'Compare configs' }];
type Change = { [Key in keyof CompareSearch]: CompareSearch[Key] | undefined };

/** Saved configs side by side: of tenants, of one tenant's services, with the default template. */
export function ComparePage() {
  const [url, set] = useUrlState(compareSearch);
  const ids = comparedIds(url.tenants ?? '');
  const isPossible = ids.length === 1 || (ids.length > 1 && url.service !== undefined);
  const { service, tenants = '' } = url;
  const query = useQuery({
    ...queryOf(compareConfigs, {
      query: { ...(service && { service }), tenants, ...(url.template && { template: 'true' as const }) },
    }),
    enabled: isPossible,
  });
  return (
    <PageFrame title="Compare configs" crumbs={CRUMBS} gap={12}>
      <Choices url={url} ids={ids} onChange={set} />
      {isPossible ? (
        <QueryView
          framed
          query={query}
          errorTitle="The configs could not be compared"
          loading={<LoadingPanel label="Comparison" rows={10} rowHeight={36} />}
          empty={null}
        >
          {(data) => <Compared data={data} url={url} ids={ids} onChange={set} />}
        </QueryView>
      ) : (
        <Panel>
          <StatePanel icon={mdiCompare} title="Nothing to compare yet">
            {ids.length === 0
              ? 'Choose a config and the tenants to compare. With all configs, one tenant is compared with itself.'
              : 'Choose a config: all configs can be compared for a single tenant only.'}
          </StatePanel>
        </Panel>
      )}
    </PageFrame>
  );
}

interface PartProps {
  url: CompareSearch;
  ids: readonly number[];
  onChange: (part: Change, replace?: boolean) => void;
}

const KINDS = [
  { value: 'all', label: 'All configs of a tenant' },
  ...CONFIG_KINDS.map(({ slug, label }) => ({ value: slug, label })),
];

/** Which config, which tenants, and whether with the template. */
function Choices({ url, ids, onChange }: PartProps) {
  const { query, choices } = useTenantChoices();
  const others = choices.filter(({ id }) => !ids.includes(id));
  return (
    <Toolbar>
      <div style={{ width: 220 }}>
        <SelectField
          label="Config"
          hideLabel
          options={KINDS}
          value={url.service ?? 'all'}
          onChange={(event) => onChange({ service: findConfigKind(event.target.value)?.slug })}
        />
      </div>
      {ids.length >= MAX_COMPARED ? (
        <Quiet>{`No more than ${MAX_COMPARED} tenants at a time`}</Quiet>
      ) : (
        <div style={{ width: 260 }}>
          <TenantField
            key={ids.join()}
            label="Add a tenant"
            hideLabel
            choices={others}
            loading={query.isPending}
            failed={query.isLoadingError}
            value={null}
            onChange={(tenant) => tenant && onChange({ tenants: [...ids, tenant.id].join(',') })}
          />
        </div>
      )}
      {url.service === undefined && ids.length > 0 ? (
        <ActionButton onClick={() => onChange({ tenants: undefined })}>
          {ids.length === 1 ? 'Choose another tenant' : 'Clear the tenants'}
        </ActionButton>
      ) : null}
      {url.service === undefined ? null : (
        <LabelledSwitch
          label="Default template"
          checked={url.template ?? false}
          onChange={(on) => onChange({ template: on ? true : undefined })}
        />
      )}
    </Toolbar>
  );
}

const textsOf = ({ key, values }: ComparedSettings): string[] => [key, ...values.map(({ value }) => value)];

function Compared({ data, url, ids, onChange }: PartProps & { data: CallResponse<typeof compareConfigs> }) {
  const [search, setSearch] = useUrlText(url.q ?? '', (q) => onChange({ q }, true));
  const differing = data.rows.filter(({ state }) => state !== 'equal');
  const chosen = url.show === 'all' ? data.rows : differing;
  const rows = findRows(chosen, search, textsOf);
  const remove = ({ tenant_id: id }: ComparedConfig) =>
    onChange(id === null ? { template: undefined } : { tenants: ids.filter((other) => other !== id).join(',') });
  const lacking = data.lacking.length;
  return (
    <>
      <Toolbar>
        <SearchField label="Search settings" value={search} onChange={setSearch} />
        <Segment
          label="Rows"
          value={url.show ?? 'differences'}
          onChange={(show) => onChange({ show: show === 'all' ? show : undefined })}
          options={[
            { value: 'differences', label: 'Differences', count: differing.length },
            { value: 'all', label: 'All', count: data.rows.length },
          ]}
        />
        {lacking === 0 ? null : (
          <Quiet>{countText(lacking, 'tenant lacks the service', 'tenants lack the service')}</Quiet>
        )}
        {rows.length === 0 ? null : (
          <CsvButton label="Comparison" columns={comparedColumns(data.configs)} rows={rows} />
        )}
      </Toolbar>
      {rows.length > 0 && data.configs.length > 0 ? (
        <CompareGrid
          configs={data.configs}
          rows={rows}
          onRemove={url.service === undefined ? undefined : remove}
          bulkPath={(row, usual) => bulkPath(data, row, usual)}
        />
      ) : (
        <Panel>
          <StatePanel icon={mdiCompare} title={data.rows.length > 0 ? 'No such difference' : 'No settings'}>
            {emptyText(data, search)}
          </StatePanel>
        </Panel>
      )}
    </>
  );
}

/** Longer values are truncated here, so the user must type them. */
const MAX_VALUE = 200;

/** The bulk change that gives all compared tenants the most frequent value of a setting; secrets are typed there. */
function bulkPath(
  { configs }: CallResponse<typeof compareConfigs>,
  { key, state, masked }: ComparedSettings,
  usual: string,
): string | undefined {
  const ids = new Set(configs.flatMap(({ tenant_id: id }) => id ?? []));
  const [kind] = configs;
  if (state === 'equal' || ids.size < 2 || kind === undefined) return undefined;
  const search = {
    tenants: [...ids].join('.'),
    action: 'setting',
    config: kind.service,
    change: state === 'missing' ? 'add' : 'set',
    key,
    ...(masked || usual.length > MAX_VALUE ? null : { value: usual }),
  };
  return `/bulk/new${defaultStringifySearch(search)}`;
}

function emptyText({ configs, rows }: CallResponse<typeof compareConfigs>, search: string): string {
  if (configs.length === 0) return 'None of the tenants has this service.';
  if (rows.length === 0) return 'Nothing is saved in any of these configs.';
  if (search.trim() !== '') return `Nothing matches “${search.trim()}”.`;
  return configs.length === 1 ? 'Add a tenant or the template to compare with.' : 'All settings are equal.';
}
