import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InventoryTenant } from '@mission-control/contract/inventory/schema';
import { ENV_OF_GROUP, TENANTS_RUN } from '@mission-control/contract/releases/catalogue';
import { RELEASE_HOSTS } from '../repositories/releases-file.ts';
import { VERSIONS } from '../services.ts';

/** The versions that a tenant's CoursePro reports. @param group the deployment group in its control file */
export type VersionsOf = (tenant: string, group: string | undefined) => { version: string; db_version: string | null };

const [[USUAL]] = VERSIONS;

/**
 * Versions by tenant: the one deployed for its group, else the one in the inventory. Tenants added since then run the default one.
 * @param releases folder of the releases that the console deploys
 */
export function readVersions(
  tenants: readonly Pick<InventoryTenant, 'name' | 'deployment_group' | 'services'>[],
  releases: string,
): VersionsOf {
  const known = new Map(
    tenants.map(({ name, deployment_group: group, services }) => {
      const coursepro = services.find(({ slug }) => slug === 'coursepro');
      return [name, { group, version: coursepro?.version, db_version: coursepro?.db_version ?? null }];
    }),
  );
  return (tenant, group) => {
    const declared = known.get(tenant);
    const version = deployedVersion(releases, group ?? declared?.group ?? '') ?? declared?.version ?? USUAL.version;
    const database = VERSIONS.find(([one]) => one.version === version)?.[0].database;
    return { version, db_version: database ?? declared?.db_version ?? USUAL.database };
  };
}

/** The version that the copy on the group's first release server was built from; undefined until the console deploys one. */
function deployedVersion(releases: string, group: string): string | undefined {
  const env = ENV_OF_GROUP[group];
  const [host] = (env && RELEASE_HOSTS[env]) || [];
  if (env === undefined || host === undefined) return undefined;
  try {
    const page = readFileSync(
      join(releases, 'servers', host, env, 'coursepro', TENANTS_RUN, 'current', 'app', 'index.html'),
      'utf8',
    );
    return new RegExp(`${TENANTS_RUN} (\\S+) on ${env}`).exec(page)?.[1];
  } catch {
    return undefined;
  }
}
