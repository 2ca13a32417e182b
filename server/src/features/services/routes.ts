import { findConfigKind } from '@mission-control/contract/config/kinds';
import * as calls from '@mission-control/contract/services/calls';
import { findService } from '@mission-control/contract/catalogue';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { handle, type Handler } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { saveConfigDiff } from '../config/public.ts';
import { addService } from './add-service.ts';
import { deleteService } from './delete-service.ts';
import { listDeletedServices } from './list-deleted.ts';
import { restoreService } from './restore-service.ts';
import { syncCentres } from './sync-centres.ts';

/** @param tenantOf reads the tenant detail; injected, because tenants depend on services. */
export function serviceRoutes(tenantOf: (ctx: Ctx, id: number) => Promise<TenantDetail>): Handler[] {
  return [
    handle(calls.listDeletedServices, (ctx, { params }) => listDeletedServices(ctx, params.id)),
    handle(calls.syncCentres, (ctx, { params }) => syncCentres(ctx, params.id)),
    handle(calls.addServiceOrSaveConfig, async (ctx, { params, body }) => {
      if ('initialize' in body) {
        const service = findService(params.service);
        if (!service) throw new AppError('not_found', `There is no service ${params.service}: it is a config only.`);
        const error = await addService(ctx, params.id, params.service, body);
        return { tenant: await tenantOf(ctx, params.id), ...(error !== undefined && { error }) };
      }
      const kind = findConfigKind(params.service);
      if (!kind) throw new AppError('not_found', 'This service has no config.');
      return saveConfigDiff(ctx, params.id, kind.slug, body);
    }),
    handle(calls.deleteService, async (ctx, { params }) => {
      await deleteService(ctx, params.id, params.service);
      return { status: true, tenant: await tenantOf(ctx, params.id) };
    }),
    handle(calls.restoreService, async (ctx, { params }) => {
      const error = await restoreService(ctx, params.id, params.service);
      return { tenant: await tenantOf(ctx, params.id), ...(error !== undefined && { error }) };
    }),
  ];
}
