import { CONFIG_KINDS, type ConfigKind } from '@mission-control/contract/config/kinds';
import type { TemplateFacts } from '@mission-control/contract/config/rules';
import { isSecret } from '@mission-control/contract/config/secrets';
import { templateItems } from '@mission-control/contract/config/templates';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { configTopics } from './config-owner.ts';
import { listItems, lockConfig, storeRevision } from './queries.ts';
import { readTemplate } from './templates.ts';
import { hashOf, renderConfig } from './file/render-config.ts';
import { maskedItem, sealItem, type KeyedItem } from './file/stored-items.ts';

/**
 * Fills the configs of a newly added service with their default keys, each as a new revision; secrets without a value
 * are generated. Settings left by an earlier, deleted service are replaced but stay in the history.
 */
export async function initConfigs(
  ctx: Ctx,
  work: Work,
  tenant: { id: number },
  { service, facts }: { service: string; facts: TemplateFacts },
): Promise<void> {
  for (const kind of CONFIG_KINDS) if (kind.service === service) await initConfig(ctx, work, { tenant, kind, facts });
}

/** Number of initial settings in the configs of a newly added service; null for a service without config. */
export async function countInitialItems(db: Db, service: string): Promise<number | null> {
  const kinds = CONFIG_KINDS.filter((kind) => kind.service === service);
  if (kinds.length === 0) return null;
  let count = 0;
  for (const { slug } of kinds) count += (await readTemplate(db, slug)).rows.length;
  return count;
}

interface NewConfig {
  tenant: { id: number };
  kind: ConfigKind;
  facts: TemplateFacts;
}

const SECRET_BYTES = 24;

async function initConfig(ctx: Ctx, work: Work, { tenant, kind, facts }: NewConfig): Promise<void> {
  const { db, record } = work;
  const place = { tenantId: tenant.id, kind: kind.slug };
  const { keys, rows } = await readTemplate(db, kind.slug);
  const wanted = templateItems(rows, facts, keys).map(
    ({ key, value: given, type, state, valueTemplate }): KeyedItem => {
      const isGenerated = given === '' && keys.get(key)?.secret === true;
      const value = isGenerated ? ctx.random.bytes(SECRET_BYTES).toString('base64url') : given;
      return { key, value, type, state, valueTemplate, secret: isSecret({ key, value }, keys) };
    },
  );
  const left = new Map((await listItems(db, place)).map((item) => [item.key, item]));
  if (wanted.length === 0 && left.size === 0) return;
  const [{ revision }] = await lockConfig(db, place, () => []);
  const wantedKeys = new Set(wanted.map((item) => item.key));
  const changes = [
    ...wanted.map((item) => ({
      key: item.key,
      before: left.get(item.key) ?? null,
      after: sealItem(ctx.secrets, place, item),
    })),
    ...[...left.values()]
      .filter((item) => !wantedKeys.has(item.key))
      .map((item) => ({ key: item.key, before: item, after: null })),
  ];
  const hash = hashOf(renderConfig(kind, wanted, keys));
  const number = revision + 1;
  await storeRevision(db, place, { number, author: ctx.actor.name, at: ctx.clock.now(), hash, changes });
  record({
    action: 'config.saved',
    subject: `${facts.tenant_name} ${kind.label} config`,
    tenantId: tenant.id,
    before: { items: [...left.values()].map((item) => maskedItem(item, keys)) },
    after: { revision: number, items: wanted.map((item) => maskedItem(item, keys)), template: true },
    topics: configTopics(place),
  });
}
