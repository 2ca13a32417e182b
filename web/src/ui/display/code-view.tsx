import { visibleText } from './visible-text.ts';
import { styled } from '../theme/styled.ts';
import { color, font, radius } from '../theme/tokens.ts';

interface CodeViewProps {
  /** Accessible name. */
  label: string;
  code: string;
  /** In px; longer texts scroll. */
  maxHeight?: number;
  /** Long lines break instead of scrolling. */
  wrap?: boolean;
}

const Root = styled('div', ['wrap'])<{ wrap: boolean }>(({ wrap }) => ({
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  background: color.inset,
  overflow: 'auto',
  '& ol': {
    padding: '8px 0',
    counterReset: 'line',
    fontFamily: font.mono,
    fontSize: 12,
    lineHeight: '20px',
    letterSpacing: '-.015em',
    fontFeatureSettings: '"calt" 0',
    color: color.text2,
    minWidth: wrap ? undefined : 'max-content',
  },
  '& li': {
    display: 'grid',
    gridTemplateColumns: '48px minmax(0,1fr)',
    paddingRight: 16,
    minHeight: 20,
    whiteSpace: wrap ? 'pre-wrap' : 'pre',
    overflowWrap: wrap ? 'anywhere' : undefined,
  },
  '& li::before': {
    counterIncrement: 'line',
    content: 'counter(line)',
    textAlign: 'right',
    paddingRight: 14,
    color: color.text3,
    opacity: 0.85,
    userSelect: 'none',
  },
}));

/** Read-only monospaced text with line numbers; scrolls inside itself. */
export function CodeView({ label, code, maxHeight = 480, wrap = false }: CodeViewProps) {
  return (
    <Root role="region" aria-label={label} tabIndex={0} wrap={wrap} style={{ maxHeight }}>
      <ol>
        {visibleText(code)
          .split('\n')
          .map((line, index) => (
            // The line number is the identity.
            <li key={index}>
              <span>{line}</span>
            </li>
          ))}
      </ol>
    </Root>
  );
}
