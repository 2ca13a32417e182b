import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateInventory } from '../generate-inventory.ts';
import { readVersions } from './version-state.ts';

const generated = generateInventory({ tenants: 1, seed: 1, today: '2026-11-21' }).tenants[0];
const tenants = ['production', 'staging'].map((group) => ({
  name: `In ${group}`,
  deployment_group: group,
  services: (generated?.services ?? []).map((one) => ({ ...one, version: '4.18.0', db_version: '3.213' })),
}));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'versions-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('follows deploys to the group of a tenant, which its control file may have changed', () => {
  const versionsOf = readVersions(tenants, folder);
  expect(versionsOf('In production', undefined)).toEqual({ version: '4.18.0', db_version: '3.213' });
  expect(versionsOf('Added today', undefined)).toEqual({ version: '4.18.1', db_version: '3.214' });
  const app = join(folder, 'servers/eu-prod-app-01/prod/coursepro/coursepro-only/current/app');
  mkdirSync(app, { recursive: true });
  writeFileSync(join(app, 'index.html'), '<p>coursepro coursepro-only 4.18.2 on prod</p>');
  expect(versionsOf('In production', undefined)).toEqual({ version: '4.18.2', db_version: '3.215' });
  expect(versionsOf('In staging', undefined).version).toBe('4.18.0');
  expect(versionsOf('In staging', 'production').version).toBe('4.18.2');
});
