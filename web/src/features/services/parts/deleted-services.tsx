import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { mdiRestore } from '@mdi/js';
import { SERVICES } from '@mission-control/contract/catalogue';
import { listDeletedServices, restoreService } from '@mission-control/contract/services/calls';
import type { DeletedService } from '@mission-control/contract/services/schema';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { ServiceBlock } from '../../../ui/layout/service-block.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, ellipsis, font, narrow, radius } from '../../../ui/theme/tokens.ts';
import type { CatalogueService } from '../tenant-services.ts';
import { restoreAndReport } from '../adding/use-add-service.ts';
import { PurgeTime } from '../../../lib/tenant/purge-time.tsx';

const Section = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  paddingTop: 8,
  '& h2': { fontSize: 13, lineHeight: '20px', fontWeight: 600, color: color.text2 },
});
const List = styled('ul')({
  border: `1px solid ${color.lineSoft}`,
  borderRadius: radius.card,
  fontSize: 12,
  color: color.text3,
  '& li + li': { borderTop: `1px solid ${color.lineSoft}` },
});
const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0,1.6fr) minmax(0,1.1fr) minmax(0,1.3fr) auto',
  alignItems: 'center',
  gap: '4px 16px',
  padding: '8px 8px 8px 16px',
  [narrow]: {
    gridTemplateColumns: 'auto minmax(0,1fr) auto',
    padding: 12,
    '& > [data-fact]': { gridColumn: '2 / -1' },
    '& > :last-child': { gridColumn: 3, gridRow: 1 },
  },
});
const Name = styled('div')({
  minWidth: 0,
  '& b': { display: 'block', fontSize: 13, lineHeight: '20px', fontWeight: 500, color: color.text },
  '& span': { ...ellipsis, display: 'block', fontFamily: font.mono },
});

/** Does not break at the hyphens of a name. */
const Database = styled('span')({ whiteSpace: 'nowrap' });

interface DeletedServicesProps {
  tenant: TenantDetail;
}

/** Removed services that can still be restored; nothing when there are none. */
export function DeletedServices({ tenant }: DeletedServicesProps) {
  const heading = useId();
  const query = useQuery(queryOf(listDeletedServices, { params: { id: tenant._id } }));
  const { data, error } = query;
  if (data?.services.length === 0 || (!data && !error)) return null;
  return (
    <Section aria-labelledby={heading}>
      <h2 id={heading}>Deleted services</h2>
      <QueryView framed query={query} errorTitle="The deleted services could not be loaded" loading={null} empty={null}>
        {({ services }) => (
          <List>
            {services.map((row) => (
              <DeletedRow key={row.service} row={row} tenant={tenant} />
            ))}
          </List>
        )}
      </QueryView>
    </Section>
  );
}

function DeletedRow({ row, tenant }: { row: DeletedService; tenant: TenantDetail }) {
  const service = SERVICES.find(({ slug }) => slug === row.service);
  const [host = 'without a domain', ...others] = row.hosts;
  if (!service) return null;
  return (
    <Row>
      <ServiceBlock letter={service.letter} hue={service.slug} />
      <Name>
        <b>{service.displayName}</b>
        <span title={row.hosts.join(', ')}>{others.length === 0 ? host : `${host} and ${others.length} more`}</span>
      </Name>
      <div data-fact>
        Deleted <RelativeTime at={row.deleted_at} /> by {row.deleted_by}
      </div>
      <div data-fact>
        <PurgeTime at={row.purge_at} />
        {row.db_host_label === null ? null : <Database>, database on {row.db_host_label}</Database>}
      </div>
      <RestoreService tenant={tenant} service={service} />
    </Row>
  );
}

function RestoreService({ tenant, service }: { tenant: TenantDetail; service: CatalogueService }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({ mutationFn: () => restoreAndReport(client, tenant._id, service) });
  const taken = tenant[service.detailKey] !== null;
  const refusal = useRoleRefusal(restoreService, 'restore a service');
  return (
    <ActionButton
      size="small"
      icon={mdiRestore}
      pending={isPending}
      disabledReason={
        refusal ?? (taken ? `${service.displayName} was added again. A tenant can have it only once.` : null)
      }
      aria-label={`Restore ${service.displayName}`}
      onClick={() => mutate()}
    >
      Restore
    </ActionButton>
  );
}
