import {
  RELEASE_APPS,
  RELEASE_ENVS,
  releaseEnvLabel,
  servicesOfApp,
} from '@mission-control/contract/releases/catalogue';
import type { CurrentVersion, DeployLock, TagRow, VersionRow } from '@mission-control/contract/releases/schema';
import { screen } from '@testing-library/react';
import { startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';

const AT = '2026-11-21T08:00:00.000Z';

export const testTag = (tag: string, part: Partial<TagRow> = {}): TagRow => ({
  app: 'coursepro',
  tag,
  branch: 'main',
  commit: 'e547271428bfd317cb9de05b9d3b20fcef25e434',
  created_at: AT,
  ...part,
});

export const testVersion = (version: string, services: string[], part: Partial<VersionRow> = {}): VersionRow => ({
  version,
  app: 'coursepro',
  services,
  created_at: AT,
  created_by: 'Amelia Hart',
  commit: 'e547271428bfd317cb9de05b9d3b20fcef25e434',
  ...part,
});

/** Current version of a service of coursepro. */
export const testCurrent = (
  service: CurrentVersion['service'],
  env: CurrentVersion['env'],
  version: string | null,
  previous: string | null = null,
): CurrentVersion => ({
  app: 'coursepro',
  service,
  env,
  version,
  deployed_at: version === null ? null : AT,
  deployed_by: version === null ? null : 'Amelia Hart',
  previous,
});

/** Tom Okafor is deploying Strive to staging. */
export const testLock = (part: Partial<DeployLock> = {}): DeployLock => ({
  app: 'coursepro',
  service: 'strive',
  env: 'staging',
  version: '4.18.2',
  owner: 'Tom Okafor',
  since: AT,
  run_id: 2187,
  rollback: false,
  parts: ['strive'],
  unseen_since: null,
  ...part,
});

const environments = RELEASE_ENVS.map((value) => ({ value, label: releaseEnvLabel(value) }));

/** A server with all choices; tests add the rest. */
export const startReleaseServer = (answers: Record<string, FakeResponse | ((body: unknown) => FakeResponse)>) =>
  startFakeServer({
    'GET /api/environment/apps': { apps: RELEASE_APPS },
    'GET /api/release/app-services': {
      services: Object.fromEntries(
        RELEASE_APPS.map((app) => [app, servicesOfApp(app).map(({ value, label }) => ({ value, label }))]),
      ),
    },
    'GET /api/release/app-environments': {
      environments: Object.fromEntries(RELEASE_APPS.map((app) => [app, environments])),
    },
    'GET /api/environment/versions': { versions: [], locks: [] },
    'GET /api/run-sequence?kind=release': { sequence: null },
    'POST /api/run-sequence': { sequence: null },
    ...answers,
  });

export const field = (label: string) => screen.getByLabelText<HTMLSelectElement & HTMLInputElement>(label);

/** Labels of the visible options of a select. */
export const offered = (label: string): string[] =>
  [...field(label).options].filter((one) => !one.hidden).map((one) => one.textContent);
