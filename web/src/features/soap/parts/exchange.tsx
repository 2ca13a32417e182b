import { mdiCheckCircle } from '@mdi/js';
import type { SoapSent } from '@mission-control/contract/soap/schema';
import { KeyValue } from '../../../ui/layout/key-value.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import type { View } from '../sandbox-search.ts';
import { TextBlock } from './text-block.tsx';

interface ExchangeProps {
  method: string;
  sent: SoapSent;
  view: View;
  onView: (view: View) => void;
}

const Root = styled(Panel)({ display: 'flex', flexDirection: 'column', gap: 16, padding: 16 });
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '8px 12px',
  '& h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600, overflowWrap: 'anywhere' },
  '& > p': { flex: '1 0 100%', order: 1, overflowWrap: 'anywhere', color: color.text2, fontSize: 13 },
  '& > [role="group"]': { marginLeft: 'auto' },
});
const Timing = styled('section')({ '& h3': { fontSize: 13, lineHeight: '28px', fontWeight: 600 } });

const VIEWS = [
  { value: 'pretty', label: 'Pretty' },
  { value: 'raw', label: 'Raw' },
] as const;

const inMs = (ms: number): string => `${Math.round(ms).toLocaleString('en-GB')} ms`;

/** What went to the service and what came back [SOAP-03]. */
export function Exchange({ method, sent, view, onView }: ExchangeProps) {
  const { time, fault, responseMessage, response, responseHeaders, request, requestHeaders } = sent;
  const pretty = view === 'pretty';
  return (
    <Root aria-label={`Answer to ${method}`}>
      <Head role="status">
        <h2>{method}</h2>
        <StatusChip meaning={fault ? 'bad' : 'good'} {...(fault ? null : { icon: mdiCheckCircle })}>
          {fault ? 'Fault' : 'Answered'}
        </StatusChip>
        <p>{responseMessage}</p>
        <Segment label="Texts" options={VIEWS} value={view} onChange={onView} />
      </Head>
      <Timing>
        <h3>Timing</h3>
        <KeyValue
          rows={[
            { label: 'Session', value: time.session === null ? 'none needed' : inMs(time.session) },
            { label: 'Method', value: inMs(time.method) },
            time.session !== null && { label: 'Together', value: inMs(time.session + time.method) },
          ]}
        />
      </Timing>
      <TextBlock title="Response" text={response} pretty={pretty} />
      <TextBlock title="Response headers" text={responseHeaders} />
      <TextBlock title="Request" text={request} pretty={pretty} />
      <TextBlock title="Request headers" text={requestHeaders} />
    </Root>
  );
}
