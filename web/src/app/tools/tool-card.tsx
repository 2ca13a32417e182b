import { mdiOpenInNew } from '@mdi/js';
import { Icon } from '../../ui/display/icon.tsx';
import { Link } from '../../ui/action/link.tsx';
import { styled } from '../../ui/theme/styled.ts';
import { color, panelSurface, radius } from '../../ui/theme/tokens.ts';
import { ABOUT } from './tool-texts.ts';
import type { Tool } from './tools.ts';

const Root = styled('article')({
  position: 'relative',
  height: '100%',
  minWidth: 0,
  display: 'grid',
  gridTemplateColumns: '36px minmax(0,1fr)',
  gridTemplateRows: 'auto 1fr',
  gap: '4px 12px',
  padding: 16,
  ...panelSurface,
  '&:hover': { background: color.raised, borderColor: color.lineStrong },
  '& h2, & h3': { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: '-.01em' },
  // The whole card links to the tool; its other links are layered above.
  '& :is(h2, h3) a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.card },
  '& :is(h2, h3) a:focus-visible': { outline: 'none', boxShadow: 'none' },
  '& :is(h2, h3) a:focus-visible::after': { boxShadow: `0 0 0 2px ${color.accent}` },
  '& p': { fontSize: 13, lineHeight: '20px', color: color.text2 },
});
const Tile = styled('div')({
  gridRow: '1 / 3',
  display: 'grid',
  placeItems: 'center',
  width: 36,
  height: 36,
  borderRadius: radius.card,
  border: `1px solid ${color.lineStrong}`,
  background: color.raised,
  color: color.text2,
});
const Outside = styled('div')({
  position: 'relative',
  gridColumn: 2,
  justifySelf: 'start',
  marginTop: 4,
  fontSize: 13,
  '& a': { display: 'inline-flex', alignItems: 'center', gap: 4, minHeight: 24 },
});

interface ToolCardProps {
  tool: Tool;
  /** Heading level in the page. */
  level: 2 | 3;
}

/** One tool: its name leads to it, with the whole card as target. */
export function ToolCard({ tool: { label, icon, href, outside }, level }: ToolCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Root aria-label={label}>
      <Tile>
        <Icon path={icon} size={18} />
      </Tile>
      <Heading>
        <Link variant="plain" href={href}>
          {label}
        </Link>
      </Heading>
      <p>{ABOUT[href]}</p>
      {outside ? (
        <Outside>
          <Link href={outside.href} target="_blank" rel="noopener noreferrer">
            {outside.label}
            <Icon path={mdiOpenInNew} size={14} label="opens in a new tab" />
          </Link>
        </Outside>
      ) : null}
    </Root>
  );
}
