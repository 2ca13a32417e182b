import { stretchesOf } from './chart-scale.ts';
import { meaningColor, type Meaning } from '../theme/tokens.ts';

interface TrendLineProps {
  values: readonly (number | null)[];
  meaning: Meaning;
}

const WIDTH = 112;
const HEIGHT = 24;

/** A decorative trend beside a number; its text is elsewhere. */
export function TrendLine({ values, meaning }: TrendLineProps) {
  const top = Math.max(1, ...values.filter((value) => value !== null));
  const last = Math.max(1, values.length - 1);
  const place = ({ index, value }: { index: number; value: number }) =>
    `${((index / last) * WIDTH).toFixed(1)},${(HEIGHT - 1 - (value / top) * (HEIGHT - 3)).toFixed(1)}`;
  const hue = meaningColor[meaning].main;
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden>
      {stretchesOf(values).map((stretch) => {
        const points = stretch.map(place);
        const line = points.length === 1 ? `M${points[0]}h-4` : `M${points.join('L')}`;
        return <path key={stretch[0]?.index} d={line} fill="none" stroke={hue} strokeWidth="1.4" />;
      })}
    </svg>
  );
}
