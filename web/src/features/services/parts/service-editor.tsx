import type { SERVICES } from '@mission-control/contract/services/catalogue';
import type { TenantDetail, TenantService } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { certificatesQuery, environmentsQuery } from '../queries.ts';
import type { SavedService } from '../service-edits.ts';
import { useServiceEdits } from '../use-service-edits.ts';
import { UnsavedChanges } from './unsaved-changes.tsx';
import { DomainCard } from './domain-card.tsx';
import { PlaceCard } from './place-card.tsx';
import { ServiceActions } from './service-actions.tsx';
import { ServiceFrame } from './service-frame.tsx';
import { Columns, Stack } from './service-layout.ts';

interface ServiceEditorProps {
  tenant: TenantDetail;
  service: (typeof SERVICES)[number];
  /** The service as the tenant has it. */
  state: TenantService;
}

/** The one page of all services: domains, places, Save [SVC-18..21, SVC-40]. */
export function ServiceEditor({ tenant, service, state }: ServiceEditorProps) {
  const environments = useQuery(environmentsQuery);
  const certificates = useQuery({ ...certificatesQuery, enabled: service.hasCertificate });
  const edited = useServiceEdits({
    tenant,
    service,
    saved: savedOf(tenant, service.slug, state),
    lists: {
      environments: environments.data?.environments ?? [],
      certificates: certificates.data?.certificates ?? [],
    },
  });
  const { changes, overtaken, saving } = edited;
  const count = changes.length;
  return (
    <ServiceFrame
      tenantId={tenant._id}
      tenant={tenant}
      service={service}
      actions={<ServiceActions tenantId={tenant._id} service={service} edited={edited} />}
    >
      {overtaken ? (
        <Banner meaning="notice" live title={`${tenant.updated_by} has saved ${service.displayName} meanwhile.`}>
          What you changed stands on top of it. Look at the unsaved changes before you save.
        </Banner>
      ) : null}
      <Columns inert={saving}>
        <div>
          <DomainCard tenantName={tenant.tenant_name} service={service} edited={edited} />
        </div>
        <Stack>
          <PlaceCard region={tenant.region.region_name} edited={edited} reads={[environments, certificates]} />
          {count > 0 ? <UnsavedChanges changes={changes} onUndo={edited.undo} /> : null}
        </Stack>
      </Columns>
      <LeaveGuard unsaved={count}>
        {`${count === 1 ? '1 change' : `${count} changes`} of ${tenant.tenant_name} ${service.displayName} ${count === 1 ? 'is' : 'are'} not saved.`}
      </LeaveGuard>
    </ServiceFrame>
  );
}

function savedOf(tenant: TenantDetail, slug: string, state: TenantService): SavedService {
  const { web_environment_id, worker_environment_id, sns_environment_id, certificate } = state;
  return {
    domains: tenant.domains[slug] ?? [],
    places: { web_environment_id, worker_environment_id, sns_environment_id, certificate },
  };
}
