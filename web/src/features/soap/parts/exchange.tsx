import { mdiCheckCircle } from '@mdi/js';
import type { SoapSent } from '@mission-control/contract/soap/schema';
import { numberText } from '@mission-control/contract/numbers';
import { useMemo } from 'react';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { CodeView } from '../../../ui/display/code-view.tsx';
import { visibleText } from '../../../ui/display/visible-text.ts';
import { FieldHelp } from '../../../ui/field/field-parts.ts';
import { KeyValue } from '../../../ui/layout/key-value.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { prettyXml } from '../state/pretty-xml.ts';
import type { View } from '../use-sandbox.ts';

interface TextBlockProps {
  title: string;
  text: string;
  /** Formats XML. */
  pretty?: boolean;
}

/** Limits keep the page responsive; a copy is complete. */
const SHOWN_LINES = 2000;
const SHOWN_CHARACTERS = 200_000;

const Block = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  gap: 6,
  minWidth: 0,
  '& > header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 28 },
  '& h3': { fontSize: 13, lineHeight: '20px', fontWeight: 600 },
  '& > p': { color: color.text3 },
});

function TextBlock({ title, text, pretty = false }: TextBlockProps) {
  const whole = useMemo(() => (pretty ? prettyXml(text) : text), [pretty, text]);
  const shown = useMemo(() => whole.slice(0, SHOWN_CHARACTERS).split('\n', SHOWN_LINES).join('\n'), [whole]);
  return (
    <Block>
      <header>
        <h3>{title}</h3>
        {whole === '' ? null : <CopyButton text={whole} label={`Copy ${title.toLowerCase()}`} />}
      </header>
      {whole === '' ? <FieldHelp>Empty.</FieldHelp> : <CodeView label={title} code={shown} maxHeight={360} wrap />}
      {shown.length < whole.length ? (
        <FieldHelp>
          {`${numberText(shown.length)} of ${numberText(whole.length)} characters are shown. A copy has them all.`}
        </FieldHelp>
      ) : null}
    </Block>
  );
}

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

const inMs = (ms: number): string => `${numberText(Math.round(ms))} ms`;

/** Request and response of a method [SOAP-03]. */
export function Exchange({ method, sent, view, onView }: ExchangeProps) {
  const { time, fault, responseMessage, response, responseHeaders, request, requestHeaders } = sent;
  const pretty = view === 'pretty';
  return (
    <Root aria-label={`Response to ${method}`}>
      <Head role="status">
        <h2>{method}</h2>
        <StatusChip meaning={fault ? 'bad' : 'good'} {...(fault ? null : { icon: mdiCheckCircle })}>
          {fault ? 'Fault' : 'Answered'}
        </StatusChip>
        <p>{visibleText(responseMessage)}</p>
        <Segment label="Texts" options={VIEWS} value={view} onChange={onView} />
      </Head>
      <Timing>
        <h3>Timing</h3>
        <KeyValue
          rows={[
            { label: 'Session', value: time.session === null ? 'none needed' : inMs(time.session) },
            { label: 'Method', value: inMs(time.method) },
            time.session !== null && { label: 'Total', value: inMs(time.session + time.method) },
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
