import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { errorsOf, warningsOf } from '@mission-control/contract/config/warnings';
import type { Ctx } from '../../../platform/context.ts';
import { requireConfig } from '../config-owner.ts';
import { listItems, listKeys } from '../queries.ts';
import { maskedItem } from './stored-items.ts';

/** Validates the saved config against its key metadata. @throws AppError('not_found') */
export async function validate(ctx: Ctx, tenantId: number, slug: ConfigKindSlug) {
  const { place } = await requireConfig(ctx.db, tenantId, slug);
  const keys = await listKeys(ctx.db, slug);
  const items = (await listItems(ctx.db, place)).map((item) => maskedItem(item, keys));
  const errors = errorsOf(items, keys.values()).map((remark) => remark.message);
  const warnings = warningsOf(items, keys.values()).map((remark) => remark.message);
  return { valid: errors.length === 0, errors, warnings };
}
