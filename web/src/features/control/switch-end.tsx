import { getControl } from '@mission-control/contract/control/calls';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/api/query.ts';
import { MenuButton } from '../../ui/action/menu-button.tsx';
import { useNow } from '../../ui/display/now.ts';

const MINUTE_MS = 60_000;
/** When a switch may revert, in minutes from now. */
export const SWITCH_ENDS = [
  { minutes: 30, label: 'In 30 min' },
  { minutes: 60, label: 'In 1 h' },
  { minutes: 120, label: 'In 2 h' },
  { minutes: 240, label: 'In 4 h' },
  { minutes: 480, label: 'In 8 h' },
  { minutes: 1440, label: 'In 24 h' },
];

/** When a switch reverts automatically; null if it does not. @param service null for the tenant's own switch */
export function useSwitchEnd(
  tenant: TenantDetail,
  service: string | null,
  name: 'active' | 'cron' | 'maintenance',
): Date | null {
  const { data } = useQuery(queryOf(getControl, { params: { id: tenant._id } }));
  const ends = data?.services.find((one) => one.service === service)?.ends;
  const end = name === 'active' ? data?.active_end : ends?.[name];
  return end ? new Date(end.until) : null;
}

interface SwitchEndMenuProps {
  /** What ends, for the menu's name, such as `Maintenance`. */
  what: string;
  end: Date | null;
  disabledReason: string | null;
  onChoose: (until: string | undefined) => void;
}

/** Chooses when a switch reverts. */
export function SwitchEndMenu({ what, end, disabledReason, onChoose }: SwitchEndMenuProps) {
  const now = useNow(MINUTE_MS);
  const at = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString();
  return (
    <MenuButton
      label={end ? 'Change end' : 'Set end'}
      menuLabel={`End of ${what}`}
      variant="ghost"
      size="small"
      disabledReason={disabledReason}
      items={[
        ...SWITCH_ENDS.map(({ minutes, label }) => ({
          id: String(minutes),
          label,
          onSelect: () => onChoose(at(minutes)),
        })),
        ...(end ? [{ id: 'none', label: 'No end', onSelect: () => onChoose(undefined) }] : []),
      ]}
    />
  );
}
