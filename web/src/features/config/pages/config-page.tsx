import { SERVICES } from '@mission-control/contract/catalogue';
import { getKeys } from '@mission-control/contract/config/calls';
import { findConfigKind, type ConfigKind } from '@mission-control/contract/config/kinds';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { queryOf } from '../../../lib/api/query.ts';
import { allQueries, QueryView } from '../../../lib/query/query-page.tsx';
import { ServiceMissing } from '../../../lib/service-missing.tsx';
import { TenantSubpage } from '../../../lib/tenant/tenant-subpage.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { CONFIG_COLUMNS } from '../parts/editor/config-columns.tsx';
import { ConfigEditor } from '../parts/editor/config-editor.tsx';
import { ConfigTabs } from '../parts/editor/config-tabs.tsx';
import { configQuery } from '../queries.ts';

/** Who saved, who committed, and the actions of the header. */
const META_SKELETON = [
  <Skeleton key="saved" width={250} />,
  <Skeleton key="committed" width={330} />,
  <Skeleton key="look" width={440} height={28} />,
];

/** The config editor of one tenant and kind: /tenant/{id}/{kind}/config [CFG-10]. The route has checked that both exist. */
export function ConfigPage() {
  const { id = '', kind: slug = '' } = useParams({ strict: false });
  const kind = findConfigKind(slug);
  // Remount for another config, so that edits do not carry over.
  return kind ? <LoadedConfig key={`${id} ${slug}`} tenantId={Number(id)} kind={kind} /> : null;
}

function LoadedConfig({ tenantId, kind }: { tenantId: number; kind: ConfigKind }) {
  const target = { tenantId, kind: kind.slug };
  const tenantQuery = useQuery(queryOf(getTenant, { params: { id: tenantId } }));
  const query = allQueries({
    tenant: tenantQuery,
    config: useQuery(configQuery(target)),
    keys: useQuery(queryOf(getKeys, { params: { service: kind.slug } })),
  });
  if (query.data) {
    const { tenant, config, keys } = query.data;
    return (
      <ConfigEditor
        target={target}
        kind={kind}
        tenant={tenant.tenant}
        keys={keys.keys}
        template={keys.template}
        {...config}
      />
    );
  }
  const tenant = tenantQuery.data?.tenant;
  const service = SERVICES.find(({ slug }) => slug === kind.service);
  const isMissing = tenant && service && tenant[service.detailKey] === null;
  return (
    <TenantSubpage
      title={`${kind.label} config`}
      service={kind.service}
      withDeployment
      tenantId={tenantId}
      tenant={tenant}
      meta={isMissing || query.error !== null ? [] : META_SKELETON}
    >
      <ConfigTabs target={target} />
      {isMissing ? (
        <ServiceMissing tenant={tenant} service={service} />
      ) : (
        <QueryView
          framed
          query={query}
          errorTitle={`The ${kind.label} config could not be loaded`}
          loading={
            <>
              <Toolbar>
                <Skeleton width={280} height={32} />
                <Skeleton width={220} height={32} />
              </Toolbar>
              <DataTable label="Settings" columns={CONFIG_COLUMNS} rows={[]} getRowId={(row) => row.key} loading />
            </>
          }
          empty={null}
        >
          {() => null}
        </QueryView>
      )}
    </TenantSubpage>
  );
}
