import { countText } from '@mission-control/contract/numbers';
import { mdiAlert, mdiCloseCircle } from '@mdi/js';
import { useRef } from 'react';
import { Icon } from '../../../ui/display/icon.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, meaningColor, wide } from '../../../ui/theme/tokens.ts';
import { useScrollWindow } from '../../../ui/table/scroll-window.ts';

interface FindingsProps {
  errors: readonly string[];
  warnings: readonly string[];
}

const LINE_PX = 44;
/** Visible lines where the list is above the table. */
const LINES = 4;

/** Beside the table it takes the table's height and never adds to it. */
const Root = styled(Panel)({ display: 'flex', flexDirection: 'column', minHeight: 0, [wide]: { contain: 'size' } });
const Head = styled('h2')({
  padding: '12px 16px 8px',
  fontSize: 14,
  lineHeight: '20px',
  fontWeight: 600,
  letterSpacing: '-.01em',
  '& > span': { marginLeft: 8, fontSize: 12, fontWeight: 400, color: color.text2 },
});
const Scroller = styled('div')({
  flex: 1,
  minHeight: 0,
  maxHeight: LINE_PX * LINES,
  overflowY: 'auto',
  paddingBottom: 8,
  [wide]: { maxHeight: 'none' },
  '&:focus-visible': { boxShadow: `inset 0 0 0 2px ${color.accent}` },
});
const Line = styled('li')({
  display: 'flex',
  gap: 8,
  height: LINE_PX,
  padding: '4px 16px 0',
  fontSize: 13,
  lineHeight: '18px',
  // The title and the toast have the whole text.
  '& > span': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    maxHeight: 36,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  '& > svg': { marginTop: 1, color: meaningColor.warn.main },
  '&[data-error] > svg': { color: meaningColor.bad.main },
});

/** All errors and warnings of the validation. */
export function Findings({ errors, warnings }: FindingsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const count = errors.length + warnings.length;
  const { rows } = useScrollWindow(scroller, { rows: count, columns: 1, rowSize: LINE_PX, columnSize: 1 });
  const places = Array.from({ length: rows.to - rows.from }, (_, index) => rows.from + index);
  return (
    <Root aria-label="Findings">
      <Head>
        Findings
        <span>{[counted(errors.length, 'error'), counted(warnings.length, 'warning')].filter(Boolean).join(', ')}</span>
      </Head>
      <Scroller ref={scroller} tabIndex={0} role="group" aria-label="Findings, scrolls">
        <ul style={{ height: count * LINE_PX, paddingTop: rows.from * LINE_PX }}>
          {places.map((place) => {
            const error = place < errors.length;
            const text = error ? errors[place] : warnings[place - errors.length];
            return (
              <Line
                key={place}
                data-error={error || undefined}
                title={text}
                aria-posinset={place + 1}
                aria-setsize={count}
              >
                <Icon path={error ? mdiCloseCircle : mdiAlert} label={error ? 'Error:' : 'Warning:'} />
                <span>{text}</span>
              </Line>
            );
          })}
        </ul>
      </Scroller>
    </Root>
  );
}

const counted = (count: number, word: string): string => (count === 0 ? '' : countText(count, word));
