import { getEnvironment } from '@mission-control/contract/environments/calls';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { queryOf } from '../../../lib/api/query.ts';
import { TenantField } from '../../../lib/tenant-field.tsx';
import { useTenantChoices } from '../../../lib/use-choices.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { useTenant } from '../../../lib/tenant/tenant-context.ts';
import { TimelineView } from '../parts/timeline-view.tsx';
import { timelineSearch } from '../timeline-search.ts';

/** What happened in the fleet, or to an environment or a server. */
export function TimelinePage() {
  const { environment, server } = timelineSearch(useSearch({ strict: false }));
  // By scope, as in TenantTimeline.
  if (server !== undefined) return <TimelineFrame key={server} name={server} whose={{ server }} />;
  if (environment !== undefined) return <EnvironmentTimeline key={environment} id={environment} />;
  return (
    <PageFrame
      title="Timeline"
      crumbs={[{ label: 'Tools', href: '/tools' }, { label: 'Timeline' }]}
      gap={12}
      actions={<TenantSelect />}
    >
      <TimelineView whose={{}} />
    </PageFrame>
  );
}

function EnvironmentTimeline({ id }: { id: number }) {
  const { data } = useQuery(queryOf(getEnvironment, { params: { id } }));
  return (
    <TimelineFrame
      name={data?.environment.environment_name ?? `Environment ${id}`}
      whose={{ environment: id }}
      to={`/environment/${id}`}
    />
  );
}

function TimelineFrame({
  name,
  whose,
  to = '/environment',
}: {
  name: string;
  whose: { environment?: number; server?: string };
  to?: string;
}) {
  const crumbs = [
    { label: 'Environment', href: '/environment' },
    ...(to === '/environment' ? [] : [{ label: name, href: to }]),
    { label: 'Timeline' },
  ];
  return (
    <PageFrame title={`Timeline of ${name}`} crumbs={crumbs} gap={12}>
      <TimelineView whose={whose} />
    </PageFrame>
  );
}

/** Selects a tenant and opens its timeline. */
function TenantSelect() {
  const { query, choices } = useTenantChoices();
  const navigate = useNavigate();
  return (
    <div style={{ width: 240 }}>
      <TenantField
        label="Timeline of a tenant"
        hideLabel
        choices={choices}
        loading={query.isPending}
        failed={query.isLoadingError}
        value={null}
        onChange={(tenant) =>
          tenant && void navigate({ to: '/tenant/$id/timeline', params: { id: String(tenant.id) } })
        }
      />
    </div>
  );
}

/** What happened to a tenant: a tab of its page. */
export function TenantTimeline() {
  const { _id } = useTenant();
  // By id: the overview of the previous range stays until the next has loaded.
  return <TimelineView key={_id} whose={{ tenant: _id }} />;
}
