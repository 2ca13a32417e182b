import { mdiLinkOff, mdiLockOutline } from '@mdi/js';
import { getCompetencyMapping, saveCompetencyChoice } from '@mission-control/contract/competency/calls';
import { COMPETENCY_KINDS, type CompetencyEntry } from '@mission-control/contract/competency/rules';
import type { CompetencyChoice, CompetencyMappingAnswer } from '@mission-control/contract/competency/schema';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { ChoiceTable } from '../parts/choice-table.tsx';

/** Choices being saved, by kind and id. */
type Pending = Readonly<Record<string, CompetencyChoice>>;

const keyOf = ({ kind, id }: Pick<CompetencyChoice, 'kind' | 'id'>): string => `${kind} ${id}`;

function withChoice(answer: CompetencyMappingAnswer, { kind, id, choice }: CompetencyChoice): CompetencyMappingAnswer {
  const { [String(id)]: _before, ...others } = answer.mapping.map[kind];
  const chosen = choice === null ? others : { ...others, [String(id)]: choice };
  return { ...answer, mapping: { ...answer.mapping, map: { ...answer.mapping.map, [kind]: chosen } } };
}

/** An entry and its choice by their names on the page. */
function wordsOf({ mapping, selects }: CompetencyMappingAnswer, { kind, id, choice }: CompetencyChoice): string {
  const nameIn = (list: readonly CompetencyEntry[], wanted: number | null) =>
    list.find((entry) => entry.id === wanted)?.name ?? 'Not chosen';
  return `${nameIn(mapping.from_structure[kind], id)}, ${nameIn(selects[kind], choice)}`;
}

/** Saves each choice immediately; the latest choice is always shown. */
function useChoices(hash: string) {
  const client = useQueryClient();
  const { queryKey } = queryOf(getCompetencyMapping, { params: { hash } });
  const [pending, setPending] = useState<Pending>({});
  const save = useMutation({
    mutationFn: (choice: CompetencyChoice) => api.send(saveCompetencyChoice, { params: { hash }, body: choice }),
    // Serialized, so that the last one wins.
    scope: { id: `competency mapping ${hash}` },
    onMutate: (choice) => setPending((before) => ({ ...before, [keyOf(choice)]: choice })),
    onSuccess: (_answer, choice) =>
      void client.setQueryData(queryKey, (before) => (before ? withChoice(before, choice) : before)),
    onError: (error, choice) => {
      const answer = client.getQueryData(queryKey);
      toastError(error, { facts: answer && `Not saved: ${wordsOf(answer, choice)}.` });
      // The mapping may have been locked, or a tenant changed.
      void client.invalidateQueries({ queryKey });
    },
    onSettled: (_answer, _error, choice) =>
      setPending((before) => {
        const { [keyOf(choice)]: last, ...others } = before;
        return last === choice ? others : before;
      }),
  });
  return {
    choose: save.mutate,
    saving: Object.keys(pending).length > 0,
    /** Applies choices that are not saved yet. */
    withPending: (answer: CompetencyMappingAnswer): CompetencyMappingAnswer =>
      Object.values(pending).reduce(withChoice, answer),
  };
}

/** A mapping, open to anyone with its link [CMP-08]. */
export function MappingPage() {
  const { hash = '' } = useParams({ strict: false });
  const query = useQuery(queryOf(getCompetencyMapping, { params: { hash } }));
  const { choose, saving, withPending } = useChoices(hash);
  const answer = query.data && withPending(query.data);
  return (
    <PageFrame
      title="Competency mapping"
      chips={
        answer?.mapping.locked ? (
          <StatusChip meaning="off" icon={mdiLockOutline} size="small">
            Locked
          </StatusChip>
        ) : null
      }
      meta={
        answer
          ? [
              `From ${answer.mapping.from.tenant_name}`,
              `To ${answer.mapping.to.tenant_name}`,
              answer.mapping.locked ? null : (
                <span key="saving" role="status">
                  {saving ? 'Saving' : 'All choices are saved'}
                </span>
              ),
            ]
          : []
      }
    >
      <QueryView
        framed
        query={query}
        errorTitle="The mapping could not be loaded"
        loading={<LoadingPanel label="Loading the mapping" rows={5} rowHeight={57} />}
        empty={null}
        notFound={
          <StatePanel framed icon={mdiLinkOff} title="There is no such mapping">
            Check that the whole link was copied, or ask for it again.
          </StatePanel>
        }
      >
        {(data) => <Choices answer={withPending(data)} onChoose={choose} />}
      </QueryView>
    </PageFrame>
  );
}

interface ChoicesProps {
  answer: CompetencyMappingAnswer;
  onChoose: (choice: CompetencyChoice) => void;
}

function Choices({ answer, onChoose }: ChoicesProps) {
  const { to, locked } = answer.mapping;
  return (
    <>
      {locked ? (
        <Banner meaning="notice" icon={mdiLockOutline} title="This mapping is locked.">
          It is read-only.
        </Banner>
      ) : COMPETENCY_KINDS.every((kind) => answer.selects[kind].length === 0) ? (
        <Banner meaning="warn" title={`${to.tenant_name} has nothing to choose from yet.`}>
          Its levels, groups and competencies appear here when its server reports them.
        </Banner>
      ) : null}
      {COMPETENCY_KINDS.map((kind) => (
        <ChoiceTable key={kind} kind={kind} answer={answer} onChoose={onChoose} />
      ))}
    </>
  );
}
