import type { CompetencyChoice, CompetencyMappingAnswer } from '@mission-control/contract/competency/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toastError } from '../../lib/toast-error.ts';
import { mappingQuery, sendChoice } from './queries.ts';

/** Choices that are on their way, by kind and id. */
type Waiting = Readonly<Record<string, CompetencyChoice>>;

const keyOf = ({ kind, id }: Pick<CompetencyChoice, 'kind' | 'id'>): string => `${kind} ${id}`;

function withChoice(answer: CompetencyMappingAnswer, { kind, id, choice }: CompetencyChoice): CompetencyMappingAnswer {
  const { [String(id)]: _before, ...others } = answer.mapping.map[kind];
  const chosen = choice === null ? others : { ...others, [String(id)]: choice };
  return { ...answer, mapping: { ...answer.mapping, map: { ...answer.mapping.map, [kind]: chosen } } };
}

/** Saves each choice of a mapping as it is made; what is shown is always what was chosen last. */
export function useChoices(hash: string) {
  const client = useQueryClient();
  const { queryKey } = mappingQuery(hash);
  const [waiting, setWaiting] = useState<Waiting>({});
  const save = useMutation({
    mutationFn: (choice: CompetencyChoice) => sendChoice(hash, choice),
    // One after the other, so that the last one stands.
    scope: { id: `competency mapping ${hash}` },
    onMutate: (choice) => setWaiting((before) => ({ ...before, [keyOf(choice)]: choice })),
    onSuccess: (_answer, choice) =>
      void client.setQueryData(queryKey, (before) => (before ? withChoice(before, choice) : before)),
    onError: (error) => {
      toastError(error);
      // It may be locked by now, or one of the tenants may have changed.
      void client.invalidateQueries({ queryKey });
    },
    onSettled: (_answer, _error, choice) =>
      setWaiting((before) => {
        const { [keyOf(choice)]: last, ...others } = before;
        return last === choice ? others : before;
      }),
  });
  return {
    choose: save.mutate,
    saving: Object.keys(waiting).length > 0,
    /** The mapping as the person has chosen. */
    shown: (answer: CompetencyMappingAnswer): CompetencyMappingAnswer =>
      Object.values(waiting).reduce(withChoice, answer),
  };
}
