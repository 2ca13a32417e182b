import { styled } from '../theme/styled.ts';
import { color, hueOf } from '../theme/tokens.ts';

interface ServiceBlockProps {
  /** At most two letters. */
  letter: string;
  /** Slug of the service, which determines the hue. */
  hue: string;
  size?: 16 | 18 | 24 | 32;
  /** Its name, for the tooltip and screen readers; without it the block is decoration beside a name. */
  title?: string | undefined;
  /** Tooltip of a block inside an element that has an accessible name. */
  hint?: string;
}

const shapes = { 16: [4, 9], 18: [4, 10], 24: [5, 12], 32: [7, 14] } as const;

const Root = styled('span', ['hue', 'box'])<{
  hue: string;
  box: keyof typeof shapes;
}>(({ hue, box }) => ({
  // Not a grid: lists have hundreds of these.
  display: 'inline-block',
  textAlign: 'center',
  width: box,
  height: box,
  borderRadius: shapes[box][0],
  background: `color-mix(in srgb, ${hueOf(hue)} 18%, ${color.surface})`,
  color: hueOf(hue),
  fontSize: shapes[box][1],
  lineHeight: `${box}px`,
  fontWeight: 650,
  letterSpacing: '-.02em',
  flex: 'none',
}));

/** The letter block: same letter and colour everywhere. */
export function ServiceBlock({ letter, hue, size = 18, title, hint }: ServiceBlockProps) {
  return (
    <Root
      hue={hue}
      box={size}
      title={title ?? hint}
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      {letter}
    </Root>
  );
}
