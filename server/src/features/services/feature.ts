import { findConfigKind, type ConfigKind } from '@mission-control/contract/config/kinds';
import * as calls from '@mission-control/contract/services/calls';
import { CONFIRM_NAME } from '@mission-control/contract/tenants/rules';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { handle } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { Feature } from '../../platform/feature.ts';
import { saveConfig } from '../config/public.ts';
import { receiveReports } from '../reports/public.ts';
import { addService, listPlacements } from './add-service.ts';
import { deleteService } from './delete-service.ts';
import { purgeServices } from './purge-services.ts';
import { listDeletedServices, restoreService } from './restore-service.ts';
import { storeVersions } from './store-versions.ts';
import { syncCentres } from './sync-centres.ts';

function requireKind(slug: string): ConfigKind {
  const kind = findConfigKind(slug);
  if (!kind) throw new AppError('not_found', 'This service has no config.');
  return kind;
}

/** @param tenantOf reads the tenant detail; injected, because tenants depend on services. */
export function serviceFeature(tenantOf: (ctx: Ctx, id: number) => Promise<TenantDetail>): Feature {
  const withTenant = async (ctx: Ctx, id: number, error: string | undefined) => ({
    tenant: await tenantOf(ctx, id),
    ...(error !== undefined && { error }),
  });
  return {
    routes: [
      receiveReports(calls.reportVersions, storeVersions),
      handle(calls.listDeletedServices, (ctx, { params }) => listDeletedServices(ctx, params.id)),
      handle(calls.listPlacements, (ctx, { params }) => listPlacements(ctx, params.id)),
      handle(calls.syncCentres, (ctx, { params }) => syncCentres(ctx, params.id)),
      handle(calls.addServiceOrSaveConfig, async (ctx, { params, body }) => {
        if (!('initialize' in body)) {
          const { slug } = requireKind(params.service);
          return saveConfig(ctx, { params: { id: params.id, service: slug }, body });
        }
        return withTenant(ctx, params.id, await addService(ctx, { params, body }));
      }),
      handle(calls.deleteService, async (ctx, { params }, http) => {
        await deleteService(ctx, { params }, http.header(CONFIRM_NAME));
        return { status: true, tenant: await tenantOf(ctx, params.id) };
      }),
      handle(calls.restoreService, async (ctx, { params }) =>
        withTenant(ctx, params.id, await restoreService(ctx, { params })),
      ),
    ],
    jobs: (services) => [
      {
        name: 'services.purge',
        atStart: true,
        schedule: '37 * * * *',
        run: async () => void (await purgeServices(services)),
      },
    ],
  };
}
