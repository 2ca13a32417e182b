import { releaseService, type ReleaseApp, type ReleaseService } from '@mission-control/contract/releases/catalogue';
import { AppError } from '../../platform/errors.ts';

interface Ended {
  id: number;
  output: string;
  startedAt: Date;
  endedAt: Date;
}

/** A finished run as a response; durations below a second count as one. */
export const toAnswer = ({ id, output, startedAt, endedAt }: Ended) => ({
  output,
  run_id: id,
  seconds: Math.max(1, Math.round((endedAt.getTime() - startedAt.getTime()) / 1000)),
});

/** A service of an app. @throws AppError('bad_request') when it belongs to another app */
export function requireService(app: ReleaseApp, value: string): ReleaseService {
  const service = releaseService(value);
  if (service?.app === app) return service;
  throw new AppError('bad_request', `${app} has no service ${value}.`);
}
