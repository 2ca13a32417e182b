import { BRANCH_NEEDED } from '@mission-control/contract/branding/rules';
import { useRef, useState } from 'react';

/** The branch to generate from; until somebody chooses, the one that it was last generated from, while there is such a branch. */
export function useBranch(branches: readonly { name: string }[] | undefined, last: string | null) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLSelectElement>(null);
  const wanted = chosen ?? last ?? '';
  const branch = branches?.some(({ name }) => name === wanted) ? wanted : '';
  return {
    field: {
      branch,
      field,
      error: refused && branch === '' ? BRANCH_NEEDED : undefined,
      onChange: setChosen,
    },
    /** False without a branch [BRD-15]; the field says so and has the focus. */
    require: (): boolean => {
      setRefused(branch === '');
      if (branch === '') field.current?.focus();
      return branch !== '';
    },
  };
}
