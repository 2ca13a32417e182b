import type { ReactNode } from 'react';
import { Card } from '../../../ui/layout/card.tsx';
import { KeyValue } from '../../../ui/layout/key-value.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { Cards, Fit, ThreeColumns, TwoColumns } from './card-columns.ts';

const LINE = <Skeleton width={120} />;
const COURSEPRO = ['Version', 'Database host', 'Bridge', 'Web', 'Worker'].map((label) => ({ label, value: LINE }));
const OTHERS = ['Web', 'Worker', 'Domains'].map((label) => ({ label, value: LINE }));

/** A CoursePro card and a row of other cards, as most tenants have. */
export function ServicesSkeleton() {
  return (
    // The headings have no text yet.
    <div aria-hidden style={{ display: 'contents' }}>
      <Toolbar style={{ flexWrap: 'nowrap', overflow: 'hidden' }}>
        {[180, 200, 190, 170].map((width) => (
          <Skeleton key={width} width={width} height={28} style={{ flex: 'none' }} />
        ))}
      </Toolbar>
      <Cards inRow={1}>
        <CardSkeleton buttons={[76, 92, 84, 116, 96]}>
          <ThreeColumns>
            <KeyValue rows={COURSEPRO} />
            <div>
              <SwitchesSkeleton />
              <Skeleton height={50} />
            </div>
            <section>
              <Skeleton height={140} />
            </section>
          </ThreeColumns>
        </CardSkeleton>
      </Cards>
      <Cards inRow={3}>
        {['one', 'two', 'three'].map((card) => (
          <CardSkeleton key={card} buttons={[68]}>
            <TwoColumns>
              <KeyValue labelWidth={64} rows={OTHERS} />
              <div>
                <SwitchesSkeleton />
                <Skeleton height={50} />
              </div>
            </TwoColumns>
          </CardSkeleton>
        ))}
      </Cards>
    </div>
  );
}

const SwitchesSkeleton = () => <Skeleton height={88} />;

function CardSkeleton({ buttons, children }: { buttons: readonly number[]; children: ReactNode }) {
  return (
    <Card
      title={<Skeleton width={90} />}
      subtitle={<Skeleton width={180} height={10} />}
      mark={<Skeleton width={32} height={32} />}
      footer={buttons.map((width) => (
        <Skeleton key={width} width={width} height={32} style={{ flex: 'none' }} />
      ))}
    >
      <Fit>{children}</Fit>
    </Card>
  );
}
