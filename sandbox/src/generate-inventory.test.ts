import { envKind, envKindsDiffer } from '@mission-control/contract/environments/rules';
import { errorsOf, warningsOf } from '@mission-control/contract/config/warnings';
import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import { documentedTemplate, templateItems } from '@mission-control/contract/config/templates';
import { inventoryFaults } from '@mission-control/contract/inventory/rules';
import { inventorySchema, type Inventory, type InventoryTenant } from '@mission-control/contract/inventory/schema';
import { SERVICES } from '@mission-control/contract/catalogue';
import { licenceExpiry } from '@mission-control/contract/config/licence-expiry';
import { describe, expect, it } from 'vitest';
import { generateInventory, generateParts } from './generate-inventory.ts';

const today = '2026-11-21';
const fleet = generateInventory({ tenants: 250, seed: 1, today });
const brimham = fleet.tenants.find((tenant) => tenant.name === 'Brimham Active');
const configs = fleet.tenants.flatMap((tenant) => tenant.configs);

const remarks = (tenant: InventoryTenant | undefined): string[] =>
  (tenant?.configs ?? []).flatMap(({ kind, items }) => {
    const keys = fleet.config_keys.filter((key) => key.kind === kind);
    const edited = items.map((item) => ({ ...item, masked: false }));
    return [...warningsOf(edited, keys), ...errorsOf(edited, keys)].map((remark) => remark.message);
  });

describe('generateInventory', () => {
  it('is deterministic for the same parameters, and varies with the seed', () => {
    expect(generateInventory({ tenants: 250, seed: 1, today })).toEqual(fleet);
    expect(generateInventory({ tenants: 250, seed: 2, today }).tenants).not.toEqual(fleet.tenants);
  });

  it.each([1, 2, 250, 3000])('generates %i tenants that the console can import', { timeout: 60_000 }, (tenants) => {
    const inventory = generateInventory({ tenants, seed: 7, today });
    expect(inventory.tenants).toHaveLength(tenants);
    expect(inventorySchema.parse(JSON.parse(JSON.stringify(inventory)))).toEqual(inventory);
    expect(inventoryFaults(inventory)).toEqual([]);
  });

  it('generates a large fleet in parts that the console can import in order', { timeout: 120_000 }, () => {
    const [first, ...more] = generateParts({ tenants: 15_000, seed: 1, today });
    const parts = [first, ...more].map((part) => ({ ...(first as Inventory), ...part }) as Inventory);
    expect(new Set(parts.flatMap(({ tenants }) => tenants.map(({ id }) => id))).size).toBe(15_000);
    for (const part of parts) expect(inventoryFaults(part)).toEqual([]);
    expect(inventorySchema.parse(parts.at(-1))).toEqual(parts.at(-1));
    expect(parts.every(({ relations = [] }) => relations.length > 0)).toBe(true);
  });

  it('has keys for which every default template passes without errors or warnings', () => {
    for (const { slug } of CONFIG_KINDS) {
      const keys = new Map(fleet.config_keys.flatMap((key) => (key.kind === slug ? [[key.key_name, key]] : [])));
      const items = templateItems(documentedTemplate(slug), { tenant_name: 'Acme' }, keys);
      expect([...errorsOf(items, keys.values()), ...warningsOf(items, keys.values())], slug).toEqual([]);
    }
  });

  it('has licences in every state, including 90 and 91 days left', () => {
    const expiries = fleet.tenants.map((tenant) =>
      licenceExpiry(tenant.licence_expires, new Date(`${today}T12:00:00Z`)),
    );
    expect(new Set(expiries.map((expiry) => expiry.state))).toEqual(
      new Set(['never', 'invalid', 'expired', 'soon', 'fine']),
    );
    const days = new Set(expiries.flatMap((expiry) => ('days' in expiry ? [expiry.days] : [])));
    for (const exact of [-1, 0, 90, 91]) expect(days).toContain(exact);
  });

  it('covers the cases that screens distinguish: inactive, no members, other groups, no services, all services, bridges', () => {
    const has = (found: (tenant: InventoryTenant) => boolean): boolean => fleet.tenants.some(found);
    expect(has((tenant) => !tenant.active)).toBe(true);
    expect(has((tenant) => tenant.total_members === null)).toBe(true);
    expect(has((tenant) => tenant.total_members === 0)).toBe(true);
    expect(new Set(fleet.tenants.map((tenant) => tenant.deployment_group))).toEqual(
      new Set(['production', 'staging', 'dev', 'sandbox', 'pilot']),
    );
    expect(has((tenant) => tenant.services.length === 0)).toBe(true);
    const services = fleet.tenants.flatMap((tenant) => tenant.services);
    expect(new Set(services.map((service) => service.slug))).toEqual(new Set(SERVICES.map((service) => service.slug)));
    expect(new Set(services.flatMap((service) => service.bridge ?? []))).toEqual(
      new Set(['standalone', 'gladstone', 'xnrest', 'legend', 'openplay']),
    );
    expect(has((tenant) => tenant.name.length > 60)).toBe(true);
  });

  it('mixes environment kinds for a few tenants only', () => {
    const mixed = fleet.tenants.filter((tenant) =>
      envKindsDiffer(
        tenant.services
          .flatMap((one) => [one.web_environment, one.worker_environment, one.sns_environment])
          .flatMap((name) => (name === null ? [] : [envKind(name)])),
      ),
    );
    expect(mixed.map((tenant) => tenant.name)).toContain('Brimham Active');
    expect(mixed.length).toBeLessThan(25);
    expect(new Set(fleet.environments.map((one) => envKind(one.name)))).toEqual(
      new Set(['prod', 'staging', 'dev', 'qa', 'unknown']),
    );
  });

  it('keeps tenants of a region on machines in that region', () => {
    const strangers = fleet.tenants.flatMap(({ region, services }) =>
      services
        .flatMap((one) => [one.web_environment, one.worker_environment, one.sns_environment, one.database_host])
        .filter((name) => name !== null && name.slice(0, 2) !== region.slice(0, 2)),
    );
    expect(strangers).toEqual([]);
  });

  it('has configs of 20 to 90 known settings, every type and state of items, and every committed state', () => {
    for (const { items } of configs.filter((config) => config.kind === 'coursepro')) {
      const known = items.filter((item) => item.type === 1).length;
      expect(known).toBeGreaterThanOrEqual(20);
      expect(known).toBeLessThanOrEqual(90);
    }
    const items = configs.flatMap((config) => config.items);
    expect(new Set(items.map((item) => item.type))).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(items.some((item) => item.state === 0)).toBe(true);
    expect(new Set(configs.map((config) => config.committed))).toEqual(new Set(['same', 'older', 'never']));
  });

  it('makes most configs consistent, while a few raise warnings', () => {
    const clashing = fleet.tenants.filter((tenant) => remarks(tenant).length > 0);
    expect(clashing.length).toBeGreaterThan(3);
    expect(clashing.length).toBeLessThan(30);
    expect(clashing.flatMap(remarks)).toContain(
      'ENABLE_HOMEPORTAL_BASKET requires ENABLE_HP2_API to be true (Currently False)',
    );
  });

  it('starts with Brimham Active, which shows everything but raises no warning yet', () => {
    expect(fleet.tenants[0]).toBe(brimham);
    expect(brimham?.services.map((service) => service.slug)).toEqual([
      'coursepro',
      'homeportal2',
      'coachportal',
      'parentportal',
      'strive',
      'insight',
    ]);
    expect(remarks(brimham)).toEqual([]);
    expect(brimham?.configs.map(({ kind, committed, unpublished }) => [kind, committed, unpublished.length])).toEqual([
      ['coursepro', 'older', 3],
      ['homeportal2', 'older', 1],
      ['licence', 'older', 1],
      ['strive', 'same', 0],
      ['insight', 'same', 0],
    ]);
  });

  it('relates Brimham Active to its owner and its training site in fleets that are large enough', () => {
    const related = fleet.relations?.filter(({ parent, child }) => [parent, child].includes('Brimham Active'));
    expect(related).toEqual([
      { parent: 'Dale District Leisure', child: 'Brimham Active' },
      { parent: 'Brimham Active', child: 'Brimham Active Training' },
    ]);
    expect(fleet.tenants.find((tenant) => tenant.name === 'Brimham Active Training')).toMatchObject({
      staging: true,
      active: true,
      deployment_group: 'staging',
      region: 'eu-west-1',
    });
    expect(JSON.stringify(generateInventory({ tenants: 60, seed: 1, today }))).not.toContain('Brimham Active Training');
  });

  it.each([250, 10_000])('has owners with 3 to 8 children, some three levels deep, among %i', (tenants) => {
    const { relations = [], ...large } = generateInventory({ tenants, seed: 1, today });
    const accountOf = new Map(large.tenants.map((tenant) => [tenant.name, tenant.account]));
    const groups = Map.groupBy(relations, (relation) => relation.parent);
    const sizes = [...groups.values()].map((group) => group.length);
    const grand = relations.filter(({ child }) => groups.has(child));
    expect(sizes.filter((size) => size >= 3 && size <= 8).length).toBeGreaterThan(5);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8);
    expect(grand.length).toBeGreaterThan(1);
    expect(relations.filter(({ parent, child }) => accountOf.get(parent) !== accountOf.get(child))).toEqual([]);
  });

  it('has consistent system reports for nearly every CoursePro, and nothing else', () => {
    const reporting = fleet.tenants.filter((tenant) => tenant.system);
    const coursepros = fleet.tenants.filter(({ services }) => services.some((one) => one.slug === 'coursepro'));
    expect(reporting.length).toBeGreaterThan(0.95 * coursepros.length);
    for (const { system, services, configs: saved } of reporting) {
      const coursepro = services.find((one) => one.slug === 'coursepro');
      const timezone = saved
        .find((config) => config.kind === 'coursepro')
        ?.items.find((item) => item.key === 'TIMEZONE')?.value;
      expect(system).toMatchObject({ version: coursepro?.version, db_version: coursepro?.db_version });
      if (timezone !== undefined) expect(system?.['timezone']).toBe(timezone);
      expect(Date.parse(system?.['last_backup'] ?? '')).toBeLessThan(Date.parse(today));
    }
    expect(brimham?.system).toMatchObject({ version: '4.18.1', timezone: 'Europe/London' });
  });

  it.each([5, 250])('has environments of blue, green and other groups among %i tenants', (tenants) => {
    const { environments } = generateInventory({ tenants, seed: 1, today });
    const colours = environments.map(({ group_name: group }) => /blue|green/.exec(group)?.[0] ?? 'neutral');
    expect(new Set(colours)).toEqual(new Set(['blue', 'green', 'neutral']));
  });

  it('changes something in every unpublished save', () => {
    for (const { items, unpublished } of configs) {
      for (const { key, before } of unpublished)
        expect(items.find((item) => item.key === key)).not.toEqual(before ?? undefined);
    }
  });
});
