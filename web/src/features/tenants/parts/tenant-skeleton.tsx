import { useLocation, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/layout/card.tsx';
import { KeyValue } from '../../../ui/layout/key-value.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { LoadingPanel, Skeleton } from '../../../ui/layout/skeleton.tsx';
import { Cards, Fit, ThreeColumns, TwoColumns } from './card-columns.ts';
import { openTab, TenantTabs } from './tenant-tabs.tsx';

/** The tenant's page before its answer, in its final size; its tabs lead on already. */
export function TenantSkeleton({ id }: { id: number }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const tab = openTab(path, useSearch({ strict: false }));
  return (
    <PageFrame
      crumbs={[{ label: 'Tenants', href: '/tenant' }, { label: `Tenant ${id}` }]}
      mark={<Skeleton width={24} height={16} />}
      title={<Skeleton width={180} height={20} aria-label="Loading the tenant" role="status" />}
      chips={<Skeleton width={48} height={20} />}
      actions={
        <>
          <Skeleton width={118} height={24} />
          <Skeleton width={88} height={24} />
          <Skeleton width={158} height={32} />
        </>
      }
      meta={[
        <Skeleton key="account" width={160} />,
        <Skeleton key="id" width={40} height={18} />,
        <Skeleton key="changed" width={200} />,
      ]}
      tabs={<TenantTabs id={id} />}
    >
      <TabToCome tab={tab} />
    </PageFrame>
  );
}

const LINE = <Skeleton width={120} />;
const COURSEPRO = ['Version', 'Database host', 'Bridge', 'Web', 'Worker'].map((label) => ({ label, value: LINE }));
const OTHERS = ['Web', 'Worker', 'Domains'].map((label) => ({ label, value: LINE }));

function TabToCome({ tab }: { tab: string }) {
  if (tab === 'services') return <ServicesToCome />;
  if (tab === 'relations') return <LoadingPanel label="Loading the relations" rows={2} rowHeight={53} />;
  return <LoadingPanel label="Loading" rows={4} />;
}

/** A CoursePro card and a row of others: what most tenants have. */
function ServicesToCome() {
  return (
    // The headings have no words yet.
    <div aria-hidden style={{ display: 'contents' }}>
      <Toolbar style={{ flexWrap: 'nowrap', overflow: 'hidden' }}>
        {[180, 200, 190, 170].map((width) => (
          <Skeleton key={width} width={width} height={28} style={{ flex: 'none' }} />
        ))}
      </Toolbar>
      <Cards inRow={1}>
        <CardToCome buttons={[76, 92, 84, 116, 96]}>
          <ThreeColumns>
            <KeyValue rows={COURSEPRO} />
            <div>
              <SwitchesToCome />
              <Skeleton height={50} />
            </div>
            <section>
              <Skeleton height={140} />
            </section>
          </ThreeColumns>
        </CardToCome>
      </Cards>
      <Cards inRow={3}>
        {['one', 'two', 'three'].map((card) => (
          <CardToCome key={card} buttons={[68]}>
            <TwoColumns>
              <KeyValue labelWidth={64} rows={OTHERS} />
              <div>
                <SwitchesToCome />
                <Skeleton height={50} />
              </div>
            </TwoColumns>
          </CardToCome>
        ))}
      </Cards>
    </div>
  );
}

const SwitchesToCome = () => <Skeleton height={88} />;

function CardToCome({ buttons, children }: { buttons: readonly number[]; children: ReactNode }) {
  return (
    <Card
      title={<Skeleton width={90} />}
      subtitle={<Skeleton width={180} height={10} />}
      mark={<Skeleton width={32} height={32} />}
      foot={buttons.map((width) => (
        <Skeleton key={width} width={width} height={32} style={{ flex: 'none' }} />
      ))}
    >
      <Fit>{children}</Fit>
    </Card>
  );
}
