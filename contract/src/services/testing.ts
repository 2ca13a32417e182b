import type { Service } from '../catalogue.ts';

const kiosk = {
  slug: 'kiosk',
  displayName: 'Kiosk',
  configLabel: 'KioskApp',
  letter: 'K',
  listFlag: 'kiosk_tenant',
  detailKey: 'kiosk_tenant',
  urlKey: 'kiosk_url',
  urlSuffixes: ['.kiosk.example'],
  environmentTypes: { web: 1, worker: 2, sns: null },
  config: { hashIndex: 5, format: 'dotenv' },
  hasDatabase: false,
  hasBridge: false,
  hasSwitches: true,
  hasCertificate: false,
} as const satisfies Service;

interface Catalogue {
  SERVICES: readonly Service[];
  findService(slug: string): Service | undefined;
  serviceName(slug: string): string;
}

/** The catalogue with an eleventh row, to test that everything else is derived from rows. */
export function withEleventhService(catalogue: Catalogue): Catalogue {
  const findService = (slug: string) => (slug === kiosk.slug ? kiosk : catalogue.findService(slug));
  return {
    SERVICES: [...catalogue.SERVICES, kiosk],
    findService,
    serviceName: (slug) => findService(slug)?.displayName ?? slug,
  };
}
