import { stagesOf } from '@mission-control/contract/bulk/rules';
import type { BulkChange, BulkRow, BulkRowState } from '@mission-control/contract/bulk/schema';
import { countText, numberText } from '@mission-control/contract/numbers';
import { useNow } from '../../../ui/display/now.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, meaningColor } from '../../../ui/theme/tokens.ts';
import { isUnderWay, ROW_WORDS } from '../bulk-words.ts';

const Root = styled(Panel)({ overflow: 'hidden' });
const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 24px',
  padding: '12px 16px',
  '& > p': { fontSize: 14, color: color.text2, '& b': { fontSize: 24, fontWeight: 620, color: color.text } },
  '& > dl': { fontSize: 12, '& dt': { color: color.text2 }, '& dd': { fontSize: 13, fontWeight: 600 } },
});
const Bar = styled('div')({
  flex: '1 1 200px',
  display: 'flex',
  height: 6,
  borderRadius: 3,
  overflow: 'hidden',
  background: color.line,
});
const Stages = styled('ol')({
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  borderTop: `1px solid ${color.line}`,
  '& > li': { flex: '1 1 160px', padding: '10px 16px 12px', minWidth: 0, boxShadow: `1px 0 0 ${color.line}` },
  '& > li[aria-current]': { borderTop: `2px solid ${meaningColor.notice.main}`, background: color.raised },
  '& h2': { fontSize: 13, fontWeight: 600 },
  '& p': { fontSize: 12.5, color: color.text2 },
});
const Squares = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 3, marginTop: 8 });
const Square = styled('span')({
  width: 11,
  height: 11,
  borderRadius: 2,
  border: `1px solid ${color.control}`,
  fontSize: 9,
  lineHeight: '9px',
  textAlign: 'center',
  color: color.bg,
  '&[data-state="done"]': { background: meaningColor.good.main, borderColor: meaningColor.good.main },
  '&[data-state="unchanged"]': { background: color.control },
  '&[data-state="failed"]': {
    background: meaningColor.bad.main,
    borderColor: meaningColor.bad.main,
    '&::before': { content: '"×"', fontWeight: 800 },
  },
  '&[data-state="running"]': {
    borderColor: meaningColor.notice.main,
    background: `linear-gradient(transparent 50%, ${meaningColor.notice.main} 50%)`,
  },
  '&[data-state="skipped"]': { borderStyle: 'dashed' },
});

const SHOWN: readonly BulkRowState[] = ['done', 'unchanged', 'failed', 'running', 'waiting', 'skipped'];
const BAR_COLORS: Partial<Record<BulkRowState, string>> = {
  done: meaningColor.good.main,
  unchanged: color.control,
  failed: meaningColor.bad.main,
  running: meaningColor.notice.main,
};
/** Beyond this many squares, the numbers say more. */
const MAX_SQUARES = 1_500;

/** Progress of a bulk change: numbers, a bar, and one square for each tenant of each stage. */
export function BulkProgress({ bulk, rows }: { bulk: BulkChange; rows: readonly BulkRow[] }) {
  const { counts, tenants } = bulk;
  const over = tenants - counts.waiting - counts.running;
  const stages = stagesOf(tenants, bulk.stages);
  const byStage = Map.groupBy(rows, ({ stage }) => stage);
  return (
    <Root aria-label="Progress">
      <Head>
        <p role="status">
          <b>{numberText(over)}</b> of {numberText(tenants)}
        </p>
        <Bar aria-hidden>
          {SHOWN.map((state) =>
            BAR_COLORS[state] === undefined || counts[state] === 0 ? null : (
              <span
                key={state}
                style={{ background: BAR_COLORS[state], width: `${(100 * counts[state]) / tenants}%` }}
              />
            ),
          )}
        </Bar>
        {SHOWN.filter((state) => counts[state] > 0).map((state) => (
          <dl key={state}>
            <dt>{ROW_WORDS[state].word.toLowerCase()}</dt>
            <dd>
              {numberText(counts[state])}
              {state === 'failed' && bulk.stages.stop_at !== null ? `, stops at ${bulk.stages.stop_at}` : ''}
            </dd>
          </dl>
        ))}
      </Head>
      {stages.length < 2 && tenants > MAX_SQUARES ? null : (
        <Stages aria-label="Stages">
          {stages.map(({ name, tenants: size }, index) => (
            <li key={name} style={{ flexGrow: Math.max(1, Math.sqrt(size)) }} aria-current={currentOf(bulk, index)}>
              <h2>{name}</h2>
              <StageFacts bulk={bulk} index={index} size={size} rows={byStage.get(index) ?? []} />
              {tenants > MAX_SQUARES ? null : (
                <Squares aria-hidden>
                  {(byStage.get(index) ?? []).map((row) => (
                    <Square
                      key={row.tenant_id}
                      data-state={row.state}
                      title={`${row.tenant_name}: ${ROW_WORDS[row.state].word}`}
                    />
                  ))}
                </Squares>
              )}
            </li>
          ))}
        </Stages>
      )}
    </Root>
  );
}

const currentOf = (bulk: BulkChange, index: number): 'step' | undefined =>
  bulk.stage === index && isUnderWay(bulk) ? 'step' : undefined;

interface StageFactsProps {
  bulk: BulkChange;
  index: number;
  size: number;
  rows: readonly BulkRow[];
}

function StageFacts({ bulk, index, size, rows }: StageFactsProps) {
  const over = rows.filter(({ state }) => state !== 'waiting' && state !== 'running' && state !== 'skipped').length;
  if (over > 0 || index < bulk.stage) return <p>{`${numberText(over)} of ${numberText(size)}`}</p>;
  const waits = bulk.state === 'waiting' && index === bulk.stage;
  return (
    <p>
      {countText(size, 'tenant')}
      {waits ? <NextStage at={bulk.resumes_at} /> : null}
    </p>
  );
}

/** When the next stage begins. */
function NextStage({ at }: { at: string | null }) {
  const now = useNow(1000);
  if (at === null) return ', waits for you';
  const seconds = Math.max(0, Math.ceil((Date.parse(at) - now) / 1000));
  return `, begins in ${seconds >= 90 ? `${Math.round(seconds / 60)} min` : `${seconds} s`}`;
}
