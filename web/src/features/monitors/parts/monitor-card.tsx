import { mdiTimerSandEmpty } from '@mdi/js';
import type { MonitorRow } from '@mission-control/contract/monitors/calls';
import { shownState, type ShownState } from '@mission-control/contract/monitors/rules';
import { pathTo } from '../../../lib/address/path-to.ts';
import { Link } from '../../../ui/action/link.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { ServiceBlock } from '../../../ui/layout/service-block.tsx';
import { ShareStrip } from '../../../ui/chart/bar-chart.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, ellipsis, meaningColor, monoText, radius, type Meaning } from '../../../ui/theme/tokens.ts';
import { TrendLine } from '../../../ui/chart/line-chart.tsx';
import {
  serviceOfMonitor,
  meaningOf,
  neverText,
  lengthText,
  msText,
  percentText,
  problemOf,
  sinceText,
} from '../monitor-words.ts';

const A_MINUTE = 60_000;

const Root = styled('article', ['edge'])<{ edge: Meaning }>(({ edge }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateRows: '24px 40px 40px 20px 18px',
  gap: 10,
  height: '100%',
  padding: '14px 16px',
  background: color.surface,
  border: `1px solid ${edge === 'bad' || edge === 'warn' ? meaningColor[edge].line : color.line}`,
  borderRadius: radius.card,
  fontVariantNumeric: 'tabular-nums',
  '&:hover': { background: color.raised },
  '& small': { fontSize: 12, color: color.text3 },
}));
const Row = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  minWidth: 0,
  '& > small': ellipsis,
});
const Name = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minWidth: 0,
  '& > div': { minWidth: 0 },
  '& h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: '-.01em', ...ellipsis },
  // The whole card is the link.
  '& a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: radius.card },
  '& code': { ...monoText, fontSize: 12, display: 'block', color: color.text2, ...ellipsis },
});
const Latency = styled('div')({ '& strong': { display: 'block', fontSize: 14, lineHeight: '20px', fontWeight: 600 } });
const Reason = styled('span', ['edge'])<{ edge: Meaning }>(({ edge }) => ({
  ...ellipsis,
  fontSize: 12,
  color: meaningColor[edge].main,
}));

/** One monitor in the list, with its state [MON-07..10]; the card leads to its page. */
export function MonitorCard({ monitor }: { monitor: MonitorRow }) {
  const now = useNow(A_MINUTE);
  const shown = shownState(monitor);
  const edge = meaningOf(shown);
  const service = serviceOfMonitor(monitor);
  const problem = problemOf(monitor);
  return (
    <Root edge={edge} data-state={shown.state}>
      <Row>
        <StatusChip meaning={edge} {...(shown.state === 'waiting' ? { icon: mdiTimerSandEmpty } : null)}>
          {shown.word}
        </StatusChip>
        <small>{sinceWords(shown, new Date(now))}</small>
      </Row>
      <Name>
        {service ? <ServiceBlock letter={service.letter} hue={service.slug} size={24} /> : null}
        <div>
          <h2 title={monitor.label}>
            <Link variant="plain" href={pathTo('/monitor/$id', { id: monitor.id })}>
              {monitor.label}
            </Link>
          </h2>
          <code title={monitor.host}>{monitor.host}</code>
        </div>
      </Name>
      <Row>
        <Latency>
          <small>Latency</small>
          <strong>{latencyWords(monitor, shown.state)}</strong>
        </Latency>
        <TrendLine values={monitor.latencyData.values} meaning={edge} />
      </Row>
      <ShareStrip values={monitor.uptimeData.values} quiet={monitor.active === 0} />
      <Row>
        {problem === null ? (
          <small>30 days</small>
        ) : (
          <Reason edge={edge} title={problem}>
            {problem}
          </Reason>
        )}
        <small style={{ flex: 'none' }}>
          <b>{percentText(monitor.uptimepc)}</b> uptime
        </small>
      </Row>
    </Root>
  );
}

/** Continues the sentence that starts with the state. */
function sinceWords({ state, word, since }: ShownState, now: Date): string {
  if (state === 'waiting') return 'for its first check';
  if (since === null) return neverText({ word });
  const length = state === 'down' ? `, ${lengthText(now.getTime() - Date.parse(since))}` : '';
  return `${sinceText(since, now)}${length}`;
}

function latencyWords({ response_time: ms, last_error: error }: MonitorRow, state: string): string {
  if (state === 'inactive') return 'not checked';
  if (ms === null) return 'unknown';
  return state === 'down' && error?.includes('timed out') ? 'timeout' : msText(ms);
}
