import { styled } from '../theme/styled.ts';
import { color, meaningColor } from '../theme/tokens.ts';

interface ShareStripProps {
  /** In percent; null where nothing was measured. */
  values: readonly (number | null)[];
  /** Without colours: no longer measured. */
  quiet?: boolean;
}

const Root = styled('div')({
  display: 'flex',
  gap: 2,
  height: 20,
  '& > i': { flex: 1, borderRadius: 2, background: color.raised },
  '& > i[data-share="good"]': { background: meaningColor.good.main, opacity: 0.65 },
  '& > i[data-share="warn"]': { background: meaningColor.warn.main },
  '& > i[data-share="bad"]': { background: meaningColor.bad.main },
  '& > i[data-share="off"]': { background: meaningColor.off.main, opacity: 0.5 },
});

/** One box per day, coloured by its share; decorative, since the share is also written out. */
export function ShareStrip({ values, quiet = false }: ShareStripProps) {
  return (
    <Root aria-hidden>
      {values.map((value, index) => (
        // The boxes keep their places.
        <i key={index} data-share={shareOf(value, quiet)} />
      ))}
    </Root>
  );
}

function shareOf(value: number | null, quiet: boolean): string | undefined {
  if (value === null) return undefined;
  if (quiet) return 'off';
  return value >= 99.9 ? 'good' : value >= 97 ? 'warn' : 'bad';
}
