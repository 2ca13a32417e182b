import { findConfigKind, type ConfigKind } from '@mission-control/contract/config/kinds';
import type {
  Inventory,
  InventoryConfig,
  InventoryItem,
  InventoryTenant,
} from '@mission-control/contract/inventory/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PublishFile } from '../../ports/config-publishing/port.ts';
import { publishFile } from '../config/public.ts';
import { keysByKind } from './import-configs.ts';
import { setInitiallyCommitted, type CommittedConfig, type Ids } from './queries.ts';

/**
 * Maximum configs published at the first start, about those of 600 tenants, so that a large fleet does not take minutes to start.
 * The rest stay saved but uncommitted.
 */
const MAX_CONFIGS = 2500;
/** Maximum concurrent publishes. */
const MAX_CONCURRENT = 16;

interface Wanted {
  tenantId: number;
  kind: ConfigKind;
  config: InventoryConfig;
  hosts: string[];
}

export interface PublishCounts {
  published: number;
  failed: number;
  failed_hosts: string[];
}

/**
 * Publishes the configs that the inventory lists as committed, and marks those that all servers confirmed. Runs after the import,
 * outside of its transaction; configs not published because of a crash show as uncommitted.
 */
export async function publishInitial(ctx: Ctx, inventory: Inventory, tenants: Ids): Promise<PublishCounts> {
  const wanted = wantedOf(inventory, tenants).slice(0, MAX_CONFIGS);
  const keys = keysByKind(inventory.config_keys);
  const confirmed: CommittedConfig[] = [];
  const failedHosts = new Set<string>();
  const queue = wanted.values();
  const work = async (): Promise<void> => {
    for (const one of queue) {
      const items = one.config.committed === 'older' ? beforeLastSave(one.config) : one.config.items;
      const file = publishFile(one.tenantId, one.kind, items, keys.get(one.kind.slug) ?? new Map());
      const failed = await publishTo(ctx, one.hosts, file);
      for (const host of failed) failedHosts.add(host);
      if (failed.length > 0) continue;
      const { saved_at: at, saved_by: by } = one.config;
      confirmed.push({ tenantId: one.tenantId, kind: one.kind.slug, revision: 1, hash: file.sha256, at, by });
      if (one.config.committed === 'drifted')
        await publishTo(ctx, one.hosts.slice(0, 1), changedByHand(one.kind, file));
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  const counts = {
    published: confirmed.length,
    failed: wanted.length - confirmed.length,
    failed_hosts: [...failedHosts].toSorted(),
  };
  if (wanted.length === 0) return counts;
  await inTransaction(ctx, async ({ db, record }) => {
    await setInitiallyCommitted(db, confirmed);
    record({ action: 'inventory.published', subject: 'fleet', after: counts, topics: [TOPIC.tenants] });
  });
  return counts;
}

/** The configs to publish, with their target hosts. */
function wantedOf(inventory: Inventory, tenants: Ids): Wanted[] {
  const hostsOf = new Map(inventory.environments.map((one) => [one.name, one.servers]));
  return inventory.tenants.flatMap((tenant) =>
    tenant.configs.flatMap((config): Wanted[] => {
      const kind = findConfigKind(config.kind);
      const tenantId = tenants.get(tenant.name);
      if (!kind || tenantId === undefined || config.committed === 'never') return [];
      const hosts = environmentsOf(tenant, kind).flatMap((name) => hostsOf.get(name) ?? []);
      return hosts.length > 0 ? [{ tenantId, kind, config, hosts }] : [];
    }),
  );
}

/** Same as for a commit: the web and worker environments of the service. */
function environmentsOf(tenant: InventoryTenant, kind: ConfigKind): string[] {
  const service = tenant.services.find((one) => one.slug === kind.service);
  return [service?.web_environment, service?.worker_environment].filter((name) => typeof name === 'string');
}

/** Runs each step on all hosts before the next one, and stops after a failure. Returns the failed hosts. */
async function publishTo(ctx: Ctx, hosts: readonly string[], file: PublishFile): Promise<string[]> {
  const { configPublishing } = ctx.ports;
  const publicationId = ctx.random.uuid();
  for (const step of ['stage', 'verify', 'activate'] as const) {
    const outcomes = await Promise.all(hosts.map((host) => configPublishing[step]({ host }, file, publicationId)));
    const failed = outcomes.filter((outcome) => !outcome.ok).map((outcome) => outcome.host);
    if (failed.length === 0) continue;
    const responsive = outcomes.filter((outcome) => outcome.ok || !outcome.silent).map((outcome) => outcome.host);
    await Promise.all(responsive.map((host) => configPublishing.discard({ host }, file.path, publicationId)));
    return failed;
  }
  return [];
}

function beforeLastSave({ items, unpublished }: InventoryConfig): InventoryItem[] {
  const before = new Map(items.map((item) => [item.key, item]));
  for (const change of unpublished) {
    if (change.before) before.set(change.key, change.before);
    else before.delete(change.key);
  }
  return [...before.values()];
}

/** The file after a manual edit on the server. */
function changedByHand(kind: ConfigKind, file: PublishFile): PublishFile {
  const addition = { php: '// temporary fix, remove after the weekend\n', json: '\n', dotenv: '# temporary fix\n' }[
    kind.format
  ];
  const content = Buffer.concat([file.content, Buffer.from(addition)]);
  return { ...file, content, sha256: createHash('sha256').update(content).digest('hex') };
}
