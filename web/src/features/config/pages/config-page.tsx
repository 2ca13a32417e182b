import { findConfigKind, type ConfigKind } from '@mission-control/contract/config/kinds';
import { SERVICES } from '@mission-control/contract/services/catalogue';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { DataTable } from '../../../ui/data-table.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { ServiceMissing } from '../../../lib/service-missing.tsx';
import { ConfigEditor } from '../parts/config-editor.tsx';
import { ConfigFrame } from '../parts/config-frame.tsx';
import { CONFIG_COLUMNS } from '../parts/config-columns.tsx';
import { ReadError } from '../../../ui/read-error.tsx';
import { configQuery, keysQuery, tenantQuery } from '../queries.ts';

interface ConfigPageProps {
  /** Left out: the address says it. */
  tenantId?: number;
  /** Slug of a config kind. Left out: the address says it. */
  kind?: string;
}

/** The config editor of one tenant and kind: /tenant/{id}/{kind}/config [CFG-10]. That there is the tenant, the route has settled. */
export function ConfigPage(props: ConfigPageProps) {
  const [, , id = '', kindInAddress = ''] = useLocation({ select: (location) => location.pathname }).split('/');
  const slug = props.kind ?? kindInAddress;
  const kind = findConfigKind(slug);
  if (kind === undefined) {
    return <StatePanel framed title={`There is no config called ${slug}`} />;
  }
  const tenantId = props.tenantId ?? Number(id);
  // A new editor for another config: edits never cross over.
  return <LoadedConfig key={`${tenantId} ${kind.slug}`} tenantId={tenantId} kind={kind} />;
}

function LoadedConfig({ tenantId, kind }: { tenantId: number; kind: ConfigKind }) {
  const target = { tenantId, kind: kind.slug };
  const tenant = useQuery(tenantQuery(tenantId));
  const config = useQuery(configQuery(target));
  const keys = useQuery(keysQuery(kind.slug));
  if (tenant.data && config.data && keys.data) {
    return (
      <ConfigEditor target={target} kind={kind} tenant={tenant.data.tenant} keys={keys.data.keys} {...config.data} />
    );
  }
  const service = SERVICES.find(({ slug }) => slug === kind.service);
  if (tenant.data && service && tenant.data.tenant[service.detailKey] === null) {
    return (
      <ConfigFrame kind={kind} tenantId={tenantId} tenant={tenant.data.tenant}>
        <ServiceMissing tenant={tenant.data.tenant} service={service} />
      </ConfigFrame>
    );
  }
  const failed = [tenant, config, keys].find((query) => query.isError);
  const retry = () => {
    for (const query of [tenant, config, keys]) if (query.isError) void query.refetch();
  };
  return (
    <ConfigFrame
      kind={kind}
      tenantId={tenantId}
      tenant={tenant.data?.tenant}
      meta={failed ? [] : [<Skeleton key="meta" width={320} />]}
    >
      {failed?.error ? (
        <ReadError
          framed
          title={`The ${kind.label} config could not be read`}
          error={failed.error}
          retrying={failed.isFetching}
          onRetry={retry}
        />
      ) : (
        <>
          <Toolbar>
            <Skeleton width={280} height={32} />
            <Skeleton width={220} height={32} />
          </Toolbar>
          <DataTable label="Settings" columns={CONFIG_COLUMNS} rows={[]} getRowId={(row) => row.key} loading />
        </>
      )}
    </ConfigFrame>
  );
}
