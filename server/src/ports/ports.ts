import type { CentreSync } from './centre-sync.ts';
import type { CheckpointCopy, CheckpointStore } from './checkpoint-stores.ts';
import type { ConfigPublishing } from './config-publishing/port.ts';
import type { Files } from './files/port.ts';
import type { LeisureHub } from './leisure-hub.ts';
import type { NameLookup } from './name-lookup.ts';
import type { Notifications } from './notifications.ts';
import type { Probes } from './probes.ts';
import type { ReleaseFiles } from './release-files.ts';
import type { ReleasePlans } from './release-plans.ts';
import type { ReleaseRunner } from './release-runner.ts';
import type { Repositories } from './repositories/port.ts';
import type { Signing } from './signing.ts';
import type { Soap } from './soap/port.ts';
import type { TenantDatabases } from './tenant-databases/port.ts';
import type { Translations } from './translations.ts';

/** External systems, one port each; drivers are chosen by configuration in app/. */
export interface Ports {
  configPublishing: ConfigPublishing;
  tenantDatabases: TenantDatabases;
  centreSync: CentreSync;
  probes: Probes;
  names: NameLookup;
  files: Files;
  repositories: Repositories;
  releasePlans: ReleasePlans;
  releaseFiles: ReleaseFiles;
  releaseRunner: ReleaseRunner;
  /** Signs files for other installations. */
  signing: Signing;
  translations: Translations;
  checkpoints: CheckpointStore;
  checkpointCopies: readonly CheckpointCopy[];
  leisureHub: LeisureHub;
  /** Where alerts are sent. */
  notifications: Notifications;
  soap: Soap;
}
