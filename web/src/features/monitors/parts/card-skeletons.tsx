import { Skeleton } from '../../../ui/skeleton.tsx';
import { styled } from '../../../ui/styled.ts';
import { color, radius } from '../../../ui/tokens.ts';

const Root = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
  gap: 16,
  '& > div': {
    display: 'grid',
    alignContent: 'space-between',
    height: 212,
    padding: 16,
    background: color.surface,
    border: `1px solid ${color.line}`,
    borderRadius: radius.card,
  },
});

/** The cards while they load. */
export function CardSkeletons() {
  return (
    <Root aria-hidden>
      {Array.from({ length: 12 }, (_, card) => (
        <div key={card}>
          <Skeleton width={72} height={20} />
          <Skeleton width="70%" height={16} />
          <Skeleton width="45%" />
          <Skeleton height={20} />
          <Skeleton width="55%" />
        </div>
      ))}
    </Root>
  );
}
