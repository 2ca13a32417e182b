import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import type { InventoryTenant } from '@mission-control/contract/inventory/schema';
import { PEOPLE } from '../configs.ts';
import { createDice } from '../random.ts';
import { DAY, HOUR, iso } from './times.ts';

/** Primary, secondary, background. */
const PALETTES = [
  ['#1f6f5c', '#f4a259', '#ffffff'],
  ['#114b8c', '#39a0ed', '#f7f9fc'],
  ['#6a1b4d', '#e05780', '#fffafc'],
  ['#23395b', '#f2c14e', '#ffffff'],
  ['#7a3b00', '#e08e45', '#fffaf3'],
  ['#0b6e4f', '#6bbf59', '#f6fbf4'],
] as const;
/** Of a hundred tenants with HomePortal2 so many have a branding of their own. */
const SHARE = 0.62;

/** Brandings that were saved, the newest first. @param until ms since 1970 */
export function brandingPasts(
  seed: number,
  tenants: readonly InventoryTenant[],
  until: number,
): InventoryHistory['brandings'] {
  const saved = tenants.flatMap((tenant) => {
    const dice = createDice(seed, `branding of ${tenant.name}`);
    const host = tenant.services.find((one) => one.slug === 'homeportal2')?.domains[0]?.host;
    if (host === undefined || !dice.chance(SHARE)) return [];
    const [primary, secondary, background] = dice.pick(PALETTES);
    const links = {
      terms_link_external: `https://${host}/terms`,
      privacy_policy_link_external: `https://${host}/privacy`,
    };
    return {
      tenant: tenant.name,
      colors: { primary, secondary, background },
      content: {
        en: {
          find_a_center_title: 'Find your centre',
          find_a_center_text: 'Choose where you would like to swim, play or learn.',
          ...links,
        },
        cy: {
          find_a_center_title: 'Dod o hyd i ganolfan',
          find_a_center_text: 'Dewiswch ble hoffech chi nofio, chwarae neu ddysgu.',
          ...links,
        },
      },
      branch: dice.chance(0.85) ? 'main' : 'develop',
      updated_at: iso(
        Math.floor(until / DAY) * DAY - dice.int(1, 85) * DAY + dice.int(9, 16) * HOUR + dice.int(0, 3599) * 1000,
      ),
      updated_by: dice.pick(PEOPLE),
    };
  });
  return saved.toSorted((one, other) => (one.updated_at < other.updated_at ? 1 : -1));
}
