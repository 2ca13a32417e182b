import type { GivenTenant } from './tenants.ts';

export const BRIMHAM = 'Brimham Active';
export const BRIMHAM_ACCOUNT = 'Brimham & Dale Leisure Ltd';
export const BRIMHAM_PARENT = 'Dale District Leisure';
export const BRIMHAM_TRAINING = 'Brimham Active Training';

/** Smaller fleets contain only Brimham Active, so that a search for it finds one tenant. */
const ROOM = 100;

const given = (name: string, more: Pick<GivenTenant, 'group' | 'stage'>): GivenTenant => ({
  name,
  account: BRIMHAM_ACCOUNT,
  code: 'eu',
  ...more,
});

/** The last tenants of a fleet: the owner of Brimham Active and its training site. */
export function brimhamRelatives(tenants: number): readonly GivenTenant[] {
  if (tenants < ROOM) return [];
  return [
    given(BRIMHAM_PARENT, { group: 'production', stage: 'prod' }),
    given(BRIMHAM_TRAINING, { group: 'staging', stage: 'staging' }),
  ];
}
