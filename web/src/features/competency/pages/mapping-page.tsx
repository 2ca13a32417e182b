import { mdiLinkOff, mdiLockOutline } from '@mdi/js';
import { COMPETENCY_KINDS } from '@mission-control/contract/competency/rules';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ApiError } from '../../../lib/api-error.ts';
import { Banner } from '../../../ui/banner.tsx';
import { LoadingPanel } from '../../../ui/loading-panel.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { ReadError } from '../../../ui/read-error.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { ChoiceTable } from '../parts/choice-table.tsx';
import { mappingQuery } from '../queries.ts';
import { useChoices } from '../use-choices.ts';

/** A mapping, for everybody who has its link [CMP-08]: which entries of one tenant stand for those of another. */
export function MappingPage() {
  const { hash = '' } = useParams({ strict: false });
  const { data, error, isFetching, refetch } = useQuery(mappingQuery(hash));
  const { choose, saving, shown } = useChoices(hash);
  if (data === undefined) {
    return (
      <PageFrame title="Competency mapping">
        {error === null ? (
          <LoadingPanel label="Reading the mapping" rows={5} rowHeight={57} />
        ) : (
          <NoMapping error={error} retrying={isFetching} onRetry={() => void refetch()} />
        )}
      </PageFrame>
    );
  }
  const answer = shown(data);
  const { from, to, locked } = answer.mapping;
  const nothingToChoose = COMPETENCY_KINDS.every((kind) => answer.selects[kind].length === 0);
  return (
    <PageFrame
      title="Competency mapping"
      chips={
        locked ? (
          <StatusChip meaning="off" icon={mdiLockOutline} size="small">
            Locked
          </StatusChip>
        ) : null
      }
      meta={[
        `From ${from.tenant_name}`,
        `To ${to.tenant_name}`,
        locked ? null : (
          <span key="saving" role="status">
            {saving ? 'Saving' : 'All choices are saved'}
          </span>
        ),
      ]}
    >
      {locked ? (
        <Banner meaning="notice" icon={mdiLockOutline} title="This mapping is locked.">
          It can be read, and changed no more.
        </Banner>
      ) : nothingToChoose ? (
        <Banner meaning="warn" title={`${to.tenant_name} has nothing to choose from yet.`}>
          Its levels, groups and competencies appear here as soon as its server reports them.
        </Banner>
      ) : null}
      {COMPETENCY_KINDS.map((kind) => (
        <ChoiceTable key={kind} kind={kind} answer={answer} onChoose={choose} />
      ))}
    </PageFrame>
  );
}

function NoMapping({ error, retrying, onRetry }: { error: ApiError; retrying: boolean; onRetry: () => void }) {
  if (error.code === 'not_found') {
    return (
      <StatePanel framed icon={mdiLinkOff} title="There is no such mapping.">
        Look whether the whole link was copied, or ask for it again.
      </StatePanel>
    );
  }
  return <ReadError framed title="The mapping could not be read" error={error} retrying={retrying} onRetry={onRetry} />;
}
