import type { CentreSync } from './centre-sync/port.ts';
import type { ConfigPublishing } from './config-publishing/port.ts';
import type { Probes } from './probes/port.ts';
import type { TenantDatabases } from './tenant-databases/port.ts';

/** Everything outside the process, one port each; drivers are chosen by configuration in app/. */
export interface Ports {
  configPublishing: ConfigPublishing;
  tenantDatabases: TenantDatabases;
  centreSync: CentreSync;
  probes: Probes;
}
