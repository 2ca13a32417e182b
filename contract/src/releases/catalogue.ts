/** Apps with releases [REL-19]. */
export const RELEASE_APPS = ['coursepro', 'bg', 'insight', 'merlin'] as const;
export type ReleaseApp = (typeof RELEASE_APPS)[number];

/** Target environments of releases, in promotion order [REL-24]. */
export const RELEASE_ENVS = ['qa', 'dev', 'staging', 'prod', 'feature'] as const;
export type ReleaseEnv = (typeof RELEASE_ENVS)[number];

/** A releasable service of an app. Slugs are unique across apps, because some calls name only the service. */
export interface ReleaseService {
  app: ReleaseApp;
  value: string;
  label: string;
  /** Slugs of the services it comprises; only itself unless it is an "All". */
  parts: readonly string[];
}

const part = (app: ReleaseApp, value: string, label: string): ReleaseService => ({ app, value, label, parts: [value] });

/** All services, in documented order [REL-20..23]; merlin's own name stands for the whole app (C-100). */
export const RELEASE_SERVICES: readonly ReleaseService[] = [
  {
    app: 'coursepro',
    value: 'coursepro-all',
    label: 'CoursePro 3 All',
    parts: ['coursepro-only', 'home-portal', 'strive', 'strive-api', 'strive-client'],
  },
  part('coursepro', 'coursepro-only', 'CoursePro Only'),
  part('coursepro', 'home-portal', 'Home Portal'),
  part('coursepro', 'strive', 'Strive'),
  part('coursepro', 'strive-api', 'Strive API'),
  part('coursepro', 'strive-client', 'Strive Client'),
  { app: 'bg', value: 'bg-all', label: 'All', parts: ['bg-api', 'bg-client'] },
  part('bg', 'bg-api', 'API'),
  part('bg', 'bg-client', 'Client'),
  part('insight', 'insight-uk', 'UK'),
  part('insight', 'insight-us', 'US'),
  part('merlin', 'merlin', 'merlin'),
];

/** The service whose version tenants run, and the environment that serves a deployment group (C-129). */
export const TENANTS_RUN = 'coursepro-only';
export const ENV_OF_GROUP: Readonly<Record<string, ReleaseEnv>> = {
  dev: 'dev',
  staging: 'staging',
  production: 'prod',
};

/** Label of an environment: its name, except for 'prod' [REL-24]. */
export const releaseEnvLabel = (env: string): string => (env === 'prod' ? 'Production' : env);

/** The selectable services of an app; none for an app whose only service is itself (C-100). */
export const servicesOfApp = (app: string): readonly ReleaseService[] =>
  RELEASE_SERVICES.filter((service) => service.app === app && service.value !== app);

export const releaseService = (value: string): ReleaseService | undefined =>
  RELEASE_SERVICES.find((service) => service.value === value);
