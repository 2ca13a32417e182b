import type { CentreSync } from './centre-sync/port.ts';
import type { ConfigPublishing } from './config-publishing/port.ts';
import type { Files } from './files/port.ts';
import type { LeisureHub } from './leisure-hub/port.ts';
import type { Probes } from './probes/port.ts';
import type { ReleaseFiles } from './release-files/port.ts';
import type { ReleasePlans } from './release-plans/port.ts';
import type { ReleaseRunner } from './release-runner/port.ts';
import type { Repositories } from './repositories/port.ts';
import type { Signing } from './signing/port.ts';
import type { Soap } from './soap/port.ts';
import type { TenantDatabases } from './tenant-databases/port.ts';
import type { Translations } from './translations/port.ts';

/** External systems, one port each; drivers are chosen by configuration in app/. */
export interface Ports {
  configPublishing: ConfigPublishing;
  tenantDatabases: TenantDatabases;
  centreSync: CentreSync;
  probes: Probes;
  files: Files;
  repositories: Repositories;
  releasePlans: ReleasePlans;
  releaseFiles: ReleaseFiles;
  releaseRunner: ReleaseRunner;
  /** Signs files for other installations. */
  signing: Signing;
  translations: Translations;
  leisureHub: LeisureHub;
  soap: Soap;
}
