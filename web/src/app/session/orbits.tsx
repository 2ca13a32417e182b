import { styled } from '../../ui/styled.ts';
import { chartColor, color, meaningColor } from '../../ui/tokens.ts';

const Sky = styled('svg')({ position: 'fixed', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' });

const RINGS = [230, 330, 450, 590, 750, 930];
const BODIES = [
  { cx: 980, cy: 226.8, fill: meaningColor.good.main },
  { cx: 322.7, cy: 641.3, fill: chartColor[0] },
  { cx: 1259, cy: 670, fill: chartColor[2] },
  { cx: 40.3, cy: 113, fill: meaningColor.warn.main },
] as const;

/** The orbits behind the way in, as on the sign-in page. */
export function Orbits() {
  return (
    <Sky viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <g fill="none" stroke={color.accent}>
        {RINGS.map((r, at) => (
          <circle key={r} cx="720" cy="430" r={r} strokeOpacity={0.16 - at * 0.02} />
        ))}
      </g>
      {BODIES.map((body) => (
        <circle key={body.cx} {...body} r="4" />
      ))}
    </Sky>
  );
}
