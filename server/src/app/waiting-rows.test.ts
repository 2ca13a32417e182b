import type { Role } from '@mission-control/contract/call';
import { beforeAll, expect, it } from 'vitest';
import { saveEmailSettings } from '../features/branding/save-email.ts';
import { commitConfig } from '../features/config/publish/commit-config.ts';
import { addTenant, constant, createFleet, saveDiff } from '../features/config/testing/config-fleet.ts';
import { restoreLogLevel } from '../features/control/restore-log-level.ts';
import { setLogLevel } from '../features/control/set-log-level.ts';
import { addService } from '../features/services/add-service.ts';
import { deleteService } from '../features/services/delete-service.ts';
import { restoreService } from '../features/services/restore-service.ts';
import { deleteTenant } from '../features/tenants/delete-tenant.ts';
import { restoreTenant } from '../features/tenants/restore-tenant.ts';
import { updateTenant } from '../features/tenants/update-tenant.ts';
import { tenantServices } from '../fleet/tables.ts';
import type { Ctx } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import { setUpTestCtx } from '../platform/testing/set-up-test-ctx.ts';

const t = setUpTestCtx(createFleet);
let id: number;
beforeAll(async () => {
  id = await addTenant(t);
  await t.db.insert(tenantServices).values({ tenantId: id, service: 'homeportal2' });
});

/** A user whose concurrent transactions are counted. */
function counted(role: Role): { ctx: Ctx; most: () => number } {
  let [open, most] = [0, 0];
  const db = Object.create(t.db) as Database;
  db.transaction = (async (...args: Parameters<Database['transaction']>) => {
    most = Math.max(most, (open += 1));
    try {
      return await t.db.transaction(...args);
    } finally {
      open -= 1;
    }
  }) as Database['transaction'];
  return { ctx: { ...t.as({ role }), db }, most: () => most };
}

const CHANGES: Record<string, (ctx: Ctx) => Promise<unknown>> = {
  'a commit of a config that was never saved': (ctx) => commitConfig(ctx, { params: { id, service: 'coursepro' } }),
  'a save of a config': (ctx) => saveDiff(ctx, id, { changed: [constant('A', '1')] }),
  'a switch': (ctx) => updateTenant(ctx, { params: { id }, body: { kind: 'switch', set: { active: false } } }),
  relations: (ctx) => updateTenant(ctx, { params: { id }, body: { kind: 'relations', relations: [] } }),
  'a log level': (ctx) => setLogLevel(ctx, id, { new: 'DEBUG', return: '2026-11-21 09:05:00' }),
  'the end of a log level': (ctx) => restoreLogLevel(ctx, id),
  'an added service': (ctx) =>
    addService(ctx, { params: { id, service: 'strive' }, body: { create_db: false } as never }),
  'a deleted service': (ctx) => deleteService(ctx, { params: { id, service: 'coursepro' } }),
  'a restored service': (ctx) => restoreService(ctx, { params: { id, service: 'coursepro' } }),
  'e-mail settings': (ctx) => saveEmailSettings(ctx, id, { emailData: { header: {} } } as never),
  'a deleted tenant': (ctx) => deleteTenant(ctx, id),
  'a restored tenant': (ctx) => restoreTenant(ctx, id),
};

it.each(Object.entries(CHANGES))(
  'queues concurrent changes of one tenant without occupying connections: %s',
  async (_what, change) => {
    const { ctx, most } = counted('admin');
    await Promise.allSettled(Array.from({ length: 8 }, () => change(ctx)));
    expect(most()).toBe(1);
  },
);
