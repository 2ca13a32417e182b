import { SERVICES, type Service } from '@mission-control/contract/services/catalogue';

/** The service that a monitor is of: its label ends in the service's name, whatever domain it watches. */
export function serviceOfMonitor({ label }: { label: string }): Service | undefined {
  return SERVICES.find(({ displayName }) => label.endsWith(` ${displayName}`));
}
