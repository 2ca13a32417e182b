import { MAX_ID } from '@mission-control/contract/id';
import { foldName } from '@mission-control/contract/search/rules';
import { cleanTenantName, tenantNameFault } from '@mission-control/contract/tenants/rules';
import type { NewTenant } from '@mission-control/contract/tenants/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { findRegionName } from '../../fleet/queries-places.ts';
import type { Ctx } from '../../platform/context.ts';
import { isUniqueViolation, type Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { findAccountName, insertTenant } from './queries-create.ts';

/**
 * Creates a tenant without services. Returns its stored name and its id.
 * @throws AppError('bad_request') with a message to display verbatim
 */
export async function createTenant(ctx: Ctx, input: NewTenant): Promise<{ tenant: string; id: number }> {
  const name = cleanTenantName(input.tenant);
  const fault = tenantNameFault(name);
  if (fault !== null) throw new AppError('bad_request', fault);
  try {
    return await store(ctx, name, input);
  } catch (error) {
    // The unique index decides between concurrent requests for the same name.
    if (!isUniqueViolation(error, 'tenants_name_key')) throw error;
    throw new AppError('bad_request', `There is already a tenant named ${name}. Choose another name.`, {
      cause: error,
    });
  }
}

function store(ctx: Ctx, name: string, input: NewTenant): Promise<{ tenant: string; id: number }> {
  return inTransaction(ctx, async ({ db, record }) => {
    const region = await choose(db, 'region', input.region, findRegionName);
    const account = await choose(db, 'account', input.account, findAccountName);
    const at = ctx.clock.now();
    const id = await insertTenant(db, {
      name,
      nameKey: foldName(name),
      regionId: region.id,
      accountId: account.id,
      createdAt: at,
      createdBy: ctx.actor.name,
      updatedAt: at,
      updatedBy: ctx.actor.name,
    });
    record({
      action: 'tenant.created',
      subject: name,
      tenantId: id,
      after: { region: region.name, account: account.name },
      topics: [TOPIC.tenants, TOPIC.roster, TOPIC.tenant(id)],
    });
    return { tenant: name, id };
  });
}

async function choose(
  db: Db,
  field: 'region' | 'account',
  id: number | null,
  find: (db: Db, id: number) => Promise<string | undefined>,
): Promise<{ id: number; name: string }> {
  if (id === null)
    throw new AppError('bad_request', `Choose a${field === 'account' ? 'n' : ''} ${field} for the tenant.`);
  const possible = Number.isInteger(id) && id > 0 && id <= MAX_ID;
  const name = possible ? await find(db, id) : undefined;
  if (name === undefined)
    throw new AppError('bad_request', `The chosen ${field} does not exist or was removed. Choose another one.`);
  return { id, name };
}
