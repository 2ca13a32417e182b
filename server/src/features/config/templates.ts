import type { CallInput, CallResponse } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/config/calls';
import { CONFIG_KINDS, type ConfigKindSlug, configLabel } from '@mission-control/contract/config/kinds';
import {
  templateFaults,
  usableTemplate,
  withoutSecrets,
  type TemplateRow,
} from '@mission-control/contract/config/templates';
import { TOPIC } from '@mission-control/contract/topics';
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransactionIfChanged } from '../../platform/database/in-transaction-if-changed.ts';
import { AppError } from '../../platform/errors.ts';
import { listKeys } from './queries.ts';
import { findTemplate, lockTemplates, putTemplate } from './queries-templates.ts';

interface Template {
  keys: Awaited<ReturnType<typeof listKeys>>;
  rows: TemplateRow[];
  /** The rows without secrets, which earlier versions accepted (0050). */
  shown: TemplateRow[];
  documented: boolean;
}

/** The default template of a kind: the saved one, or the documented one with values that the keys accept. */
export async function readTemplate(db: Db, kind: ConfigKindSlug): Promise<Template> {
  const keys = await listKeys(db, kind);
  const saved = await findTemplate(db, kind);
  const rows = saved ?? usableTemplate(kind, keys);
  return { keys, rows, shown: withoutSecrets(rows, keys), documented: saved === undefined };
}

/** The default templates of all kinds. */
export async function listTemplates(ctx: Ctx): Promise<CallResponse<typeof calls.listTemplates>> {
  const templates = [];
  for (const { slug } of CONFIG_KINDS) {
    const { keys, rows, shown, documented } = await readTemplate(ctx.db, slug);
    templates.push({ service: slug, rows: shown, documented, faults: templateFaults(slug, rows, keys) });
  }
  return { templates };
}

/**
 * Replaces the default template of a kind; configs are not touched. Idempotent.
 * @throws AppError('refused') with the faults found by its validator, AppError('conflict') if it has changed since the sender read it
 */
export async function saveTemplate(
  ctx: Ctx,
  { params: { service: kind }, body: { rows, base } }: CallInput<typeof calls.saveTemplate>,
): Promise<CallResponse<typeof calls.saveTemplate>> {
  const label = configLabel(kind);
  await inTransactionIfChanged(ctx, async ({ db, record }) => {
    await lockTemplates(db);
    const now = await readTemplate(db, kind);
    if (isDeepStrictEqual(now.rows, rows)) return;
    if (!isDeepStrictEqual(now.shown, base))
      throw new AppError('conflict', `The default template of ${label} has changed since you opened it.`, {
        details: { rows: now.shown },
      });
    const faults = templateFaults(kind, rows, now.keys);
    if (faults.length > 0) throw new AppError('refused', faults);
    await putTemplate(db, kind, rows);
    record({
      action: 'config-template.changed',
      subject: `${label} default template`,
      before: { rows: now.shown },
      after: { rows },
      topics: [TOPIC.environments],
    });
  });
  return { rows };
}
