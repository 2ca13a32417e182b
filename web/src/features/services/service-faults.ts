import type { Service } from '@mission-control/contract/services/catalogue';
import type { DomainRow } from './service-edits.ts';

/** What the server has against rows and places, by their keys. */
export type ServiceFaults = ReadonlyMap<string, string>;

export const NO_FAULTS: ServiceFaults = new Map();

/** The faults that name a field, by the row or place that they are about. @param rows in the order in which they were sent */
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

/** Without what was said of a row or place, since it is another one now. */
export function withoutFault(faults: ServiceFaults, key: string): ServiceFaults {
  return faults.has(key) ? new Map([...faults].filter(([one]) => one !== key)) : faults;
}
