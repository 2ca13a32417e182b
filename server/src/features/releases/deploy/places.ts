import {
  releaseService,
  TENANTS_RUN,
  type ReleaseApp,
  type ReleaseEnv,
  type ReleaseService,
} from '@mission-control/contract/releases/catalogue';
import { TOPIC, type Topic } from '@mission-control/contract/topics';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Target } from '../../../ports/release-files.ts';

/** A service of an app. @throws AppError('bad_request') when it belongs to another app */
export function requireService(app: ReleaseApp, value: string): ReleaseService {
  const service = releaseService(value);
  if (service?.app === app) return service;
  throw new AppError('bad_request', `${app} has no service ${value}.`);
}

/** A service on one server of an environment. */
export interface Place {
  service: string;
  target: Target;
}

/** All places of these services on an environment, grouped by service. @throws AppError('refused') without servers */
export async function placesOf(
  ctx: Ctx,
  app: ReleaseApp,
  services: readonly string[],
  env: ReleaseEnv,
): Promise<Place[]> {
  const hosts = (await ctx.ports.releasePlans.plan(app)).hosts[env] ?? [];
  if (hosts.length === 0) throw new AppError('refused', `No servers are configured for ${app} on ${env}.`);
  return services.flatMap((service) =>
    hosts.map((host) => ({ service, target: { host, path: `${env}/${app}/${service}` } })),
  );
}

/** Topics that a deploy of these services makes stale: tenants show whether they run the deployed version. */
export const topicsOf = (services: readonly string[]): Topic[] => [
  TOPIC.releases,
  ...(services.includes(TENANTS_RUN) ? [TOPIC.tenants] : []),
];

/** Lock names for a deploy of these services. */
export const lockNames = (services: readonly string[], env: ReleaseEnv): string[] =>
  services.map((service) => `deploy:${env}/${service}`);
