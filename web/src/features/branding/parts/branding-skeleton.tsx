import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Columns, Fields, Stack } from './layout.ts';

/** The page before its answers, in its final size. */
export function BrandingSkeleton() {
  return (
    <Columns role="status" aria-label="Loading the branding">
      <Stack>
        <Card title="Logo">
          <Skeleton height={72} />
        </Card>
        <Card title="Colours">
          <Fields>
            {['primary', 'secondary', 'background'].map((key) => (
              <Skeleton key={key} height={110} />
            ))}
          </Fields>
        </Card>
      </Stack>
      <Card title="Preview">
        <Skeleton height={560} />
      </Card>
    </Columns>
  );
}
