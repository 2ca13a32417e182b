import type { Service } from '@mission-control/contract/catalogue';
import type { DomainRow } from './service-edits.ts';

/** Server errors of rows and places, by key. */
export type ServiceFaults = ReadonlyMap<string, string>;

export const NO_FAULTS: ServiceFaults = new Map();

/** Maps errors that name a field to their row or place. @param rows in the order they were sent */
export function faultsByKey(
  service: Service,
  rows: readonly DomainRow[],
  fields: Readonly<Record<string, string>>,
): ServiceFaults {
  const faults = new Map<string, string>();
  for (const [field, message] of Object.entries(fields)) {
    const [first, second, third] = field.split('.');
    const key =
      first === 'domains' && second === service.slug ? rows[Number(third)]?.key : placeKey(service, first, second);
    if (key !== undefined) faults.set(key, message);
  }
  return faults;
}

const placeKey = (service: Service, first: string | undefined, second: string | undefined) =>
  first === service.detailKey ? second : undefined;

/** Drops the error of a row or place that has changed. */
export function withoutFault(faults: ServiceFaults, key: string): ServiceFaults {
  return faults.has(key) ? new Map([...faults].filter(([one]) => one !== key)) : faults;
}
