import type { CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/config/calls';
import { errorsOf, warningsOf } from '@mission-control/contract/config/warnings';
import type { Ctx } from '../../../platform/context.ts';
import { requireConfig } from '../config-owner.ts';
import { listItems, listKeys } from '../queries.ts';
import { maskedItem } from './stored-items.ts';

/** Validates the saved config against its key metadata. @throws AppError('not_found') */
export async function validateConfig(
  ctx: Ctx,
  { params: { id: tenantId, service: slug } }: CallInput<typeof calls.validateConfig>,
) {
  const { place } = await requireConfig(ctx.db, tenantId, slug);
  const keys = await listKeys(ctx.db, slug);
  const items = (await listItems(ctx.db, place)).map((item) => maskedItem(item, keys));
  const errors = errorsOf(items, keys.values()).map((remark) => remark.message);
  const warnings = warningsOf(items, keys.values()).map((remark) => remark.message);
  return { valid: errors.length === 0, errors, warnings };
}
