import { addService } from '@mission-control/contract/services/calls';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { mdiPlus } from '@mdi/js';
import { SERVICES } from '@mission-control/contract/catalogue';
import type { PlacementProposal } from '@mission-control/contract/services/schema';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { countText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useRef, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { MenuEntry, type MenuAction, Menu } from '../../../ui/action/menu.tsx';
import { ServiceBlock } from '../../../ui/layout/service-block.tsx';
import { Spinner } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { toastHeight } from '../../../ui/toast/toast-height.ts';
import { prefersReducedMotion, color, narrow, shadow } from '../../../ui/theme/tokens.ts';
import type { CatalogueService } from '../tenant-services.ts';
import { placementsOf, proposalFor, useAddService } from './use-add-service.ts';

const AddServiceDialog = lazyPart(() => import('./add-service-dialog.tsx').then((file) => file.AddServiceDialog));

/** A bar at the bottom of the screen above the scrolling content, so that the button covers no value. */
const Dock = styled('div')({
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 12,
  margin: 'auto -24px -24px',
  padding: '8px 24px',
  borderTop: `1px solid ${color.line}`,
  background: color.bg,
  fontSize: 12,
  color: color.text3,
  // Above the toasts where they take nearly the full width.
  '@media (max-width:959.95px)': { bottom: toastHeight },
  [narrow]: { margin: 'auto -12px -72px', padding: '8px 12px' },
});
const Dial = styled('button')({
  width: 48,
  height: 48,
  borderRadius: '50%',
  border: 0,
  display: 'grid',
  placeItems: 'center',
  background: color.accentFill,
  color: color.onAccent,
  boxShadow: shadow.menu,
  cursor: 'pointer',
  '&:hover': { background: color.accentFillHover },
  '&:focus-visible': { boxShadow: shadow.focus },
  '& > svg': { transition: 'transform 120ms ease-out', [prefersReducedMotion]: { transition: 'none' } },
  '&[aria-expanded="true"] > svg': { transform: 'rotate(45deg)' },
});
const Heading = styled('div')({ padding: '6px 10px 4px', fontSize: 12, lineHeight: '16px', color: color.text3 });

/** The speed dial at the bottom right: adds missing services [TEN-30]. */
export function AddService({ tenant }: { tenant: TenantDetail }) {
  const [open, setOpen] = useState(false);
  const [choosing, setChoosing] = useState<CatalogueService | null>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [asksFirst, setAsksFirst] = useState(false);
  const { data: placements } = useQuery({ ...placementsOf(tenant), enabled: open });
  const addition = useAddService(tenant._id);
  const refusal = useRoleRefusal(addService, 'add a service');
  const lacking = SERVICES.filter(({ detailKey }) => tenant[detailKey] === null);
  const pending = addition.isPending;
  const add = (service: CatalogueService, withoutDatabase: boolean) => {
    if (pending) return;
    if (service.hasDatabase || asksFirst) setChoosing(service);
    // Strive's database is assigned automatically; Ctrl adds the service without one (C-070) [SVC-13].
    else addition.mutate({ service, choice: { create_db: service.slug === 'strive' && !withoutDatabase } });
  };
  return (
    <>
      {lacking.length === 0 ? null : (
        <Dock>
          <span aria-hidden>{lackingText(lacking.length)}</span>
          <Dial
            ref={anchor}
            type="button"
            aria-label="Add service"
            aria-haspopup="menu"
            aria-expanded={open}
            aria-busy={pending || undefined}
            popoverTarget={id}
          >
            {pending ? <Spinner aria-hidden /> : <Icon path={mdiPlus} size={24} />}
          </Dial>
          <Menu id={id} label="Add service" anchor={anchor} onOpenChange={setOpen}>
            <Heading role="presentation">Add service</Heading>
            {lacking.map((service) => (
              <MenuEntry
                key={service.slug}
                item={{ ...entryOf(service, proposalFor(placements, service), add), disabledReason: refusal }}
              />
            ))}
            <MenuEntry
              item={{
                id: 'asks-first',
                label: 'Choose where each goes',
                checked: asksFirst,
                onSelect: () => setAsksFirst((on) => !on),
              }}
            />
          </Menu>
        </Dock>
      )}
      {choosing ? (
        <Suspense>
          <AddServiceDialog tenant={tenant} service={choosing} onClose={() => setChoosing(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

function entryOf(
  service: CatalogueService,
  proposal: PlacementProposal | undefined,
  add: (service: CatalogueService, withoutDatabase: boolean) => void,
): MenuAction {
  const hint = service.slug === 'strive' ? ['With Ctrl or Cmd: without a database'] : [];
  const details = [...(proposal ? [proposal.domain, webOf(proposal)] : []), ...hint];
  return {
    id: service.slug,
    label: service.displayName,
    mark: <ServiceBlock letter={service.letter} hue={service.slug} size={24} />,
    ...(details.length > 0 && { detail: details.join('\n') }),
    onSelect: ({ ctrlKey, metaKey }) => add(service, ctrlKey || metaKey),
  };
}

const webOf = ({ web }: PlacementProposal): string =>
  web?.choices.find(({ _id }) => _id === web.proposed)?.environment_name ?? 'no web environment';

const lackingText = (count: number): string => countText(count, 'service can be added', 'services can be added');
