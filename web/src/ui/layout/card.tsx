import { styled } from '../theme/styled.ts';
import { useId, type ReactNode } from 'react';
import { color, ellipsis, narrow, panelSurface } from '../theme/tokens.ts';

interface CardProps {
  title: ReactNode;
  /** Heading level in the page. */
  level?: 2 | 3;
  /** Letter block or icon before the title. */
  mark?: ReactNode;
  /** Health and other chips beside the title. */
  chips?: ReactNode;
  /** Under the title, e.g. the host. */
  subtitle?: ReactNode;
  /** Icon buttons at the right of the head. */
  actions?: ReactNode;
  children?: ReactNode;
  /** One state box at the bottom of the body. */
  state?: ReactNode;
  /** Buttons. */
  footer?: ReactNode;
}

const Root = styled('section')({
  ...panelSurface,
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  height: '100%',
});
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '12px 8px 12px 16px',
  minHeight: 56,
  '& > [data-name]': { flex: 1, minWidth: 0 },
  '& h2, & h3': { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: '-.01em' },
  // Beside a mark, the chips wrap onto their own lines.
  [narrow]: { '&[data-marked]': { alignItems: 'flex-start' } },
});
const Name = styled('div')({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '4px 8px' });
const Sub = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minWidth: 0,
  color: color.text2,
  fontSize: 12,
  '& > :first-of-type': ellipsis,
});
const Tools = styled('div')({ display: 'flex', flex: 'none' });
const Body = styled('div')({
  padding: '0 16px 16px',
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  minWidth: 0,
  '& > [data-card-state]': { marginTop: 'auto' },
});
const Footer = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flexWrap: 'wrap',
  padding: '12px 16px',
  borderTop: `1px solid ${color.line}`,
  // Two in a row on a phone, a wide one alone; && overrides the flex of the buttons.
  [narrow]: { '&& > *': { flex: '1 1 calc(50% - 4px)', minWidth: 'fit-content' } },
});

/** A card: head, body, one state box, footer. The body grows, so that boxes and footers of a row line up. */
export function Card({ title, level = 2, mark, chips, subtitle, actions, children, state, footer }: CardProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Root aria-labelledby={id}>
      <Head data-marked={mark ? '' : undefined}>
        {mark}
        <div data-name>
          <Name>
            <Heading id={id}>{title}</Heading>
            {chips}
          </Name>
          {subtitle ? <Sub>{subtitle}</Sub> : null}
        </div>
        {actions ? <Tools>{actions}</Tools> : null}
      </Head>
      {children || state ? (
        <Body>
          {children}
          {state ? <div data-card-state>{state}</div> : null}
        </Body>
      ) : null}
      {footer ? <Footer>{footer}</Footer> : null}
    </Root>
  );
}
