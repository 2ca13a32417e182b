import { RELEASE_APPS, RELEASE_ENVS, RELEASE_SERVICES } from '@mission-control/contract/releases/catalogue';

/** Servers by environment. */
export const RELEASE_HOSTS: Readonly<Record<string, readonly string[]>> = {
  qa: ['eu-qa-app-01'],
  dev: ['eu-dev-app-01'],
  staging: ['eu-staging-app-01', 'eu-staging-app-02'],
  prod: ['eu-prod-app-01', 'eu-prod-app-02'],
  feature: ['eu-feature-app-01'],
};

/** The release settings (RELEASES_FILE) for the sandbox's repositories, which are next to the file. */
export function releasesFile(): object {
  const build = [
    'tools/build.mjs',
    '--service',
    '{service}',
    '--env',
    '{env}',
    '--version',
    '{version}',
    '--out',
    '{out}',
  ];
  const app = (name: string): object => ({
    repository: `${name}.git`,
    build: ['{node}', ...build],
    migrations: Object.fromEntries(
      RELEASE_SERVICES.filter(
        (service) => service.app === name && service.parts.length === 1 && !service.value.endsWith('-client'),
      ).map((service) => [
        service.value,
        [
          ['{node}', 'tools/migrate.mjs', '--check'],
          ['{node}', 'tools/migrate.mjs'],
        ],
      ]),
    ),
    health: ['{node}', 'tools/health.mjs', '--version', '{version}'],
    hosts: Object.fromEntries(RELEASE_ENVS.map((env) => [env, RELEASE_HOSTS[env]])),
  });
  return { apps: Object.fromEntries(RELEASE_APPS.map((name) => [name, app(name)])) };
}
