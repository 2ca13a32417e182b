import { styled } from '../theme/styled.ts';
import { ServiceBlock } from './service-block.tsx';
import { color } from '../theme/tokens.ts';

export interface StripSlot {
  letter: string;
  hue: string;
  title: string;
  present: boolean;
}

const Strip = styled('span')({ display: 'flex', gap: 2 });
const Gap = styled('span')({
  width: 18,
  height: 18,
  flex: 'none',
  background: `radial-gradient(circle, ${color.dot} 1.25px, transparent 1.75px)`,
});

/** Each service has a fixed position, with a dot if absent, so that a column of strips can be scanned vertically. */
export function ServiceStrip({ slots }: { slots: readonly StripSlot[] }) {
  const names = slots.filter((slot) => slot.present).map((slot) => slot.title);
  return (
    <Strip role="img" aria-label={names.length > 0 ? names.join(', ') : 'None'}>
      {slots.map((slot) =>
        slot.present ? (
          <ServiceBlock key={slot.hue} letter={slot.letter} hue={slot.hue} hint={slot.title} />
        ) : (
          <Gap key={slot.hue} />
        ),
      )}
    </Strip>
  );
}
