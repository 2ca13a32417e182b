import { color } from '../../ui/theme/tokens.ts';

/** A body on its orbit, in the accent colour. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden style={{ flex: 'none' }}>
      <g fill="none" stroke={color.accent} strokeWidth="1.6">
        <circle cx="10" cy="10" r="8.2" strokeOpacity=".45" />
        <path d="M10 1.8a8.2 8.2 0 0 1 8.2 8.2" strokeLinecap="round" />
      </g>
      <circle cx="10" cy="10" r="2.6" fill={color.accent} />
    </svg>
  );
}
