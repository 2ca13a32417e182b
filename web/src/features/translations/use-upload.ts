import { uploadFailed, uploadSucceeded, type TranslationType } from '@mission-control/contract/translations/rules';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useClickedRun } from '../../lib/use-clicked-run.ts';
import { toast } from '../../ui/toast.ts';
import { branchesQuery, sendUpload } from './queries.ts';

/** The branches, read when they are first asked for [TRN-03], and the upload. @param branch '' for none */
export function useUpload(branch: string) {
  const [asked, setAsked] = useState(false);
  const branches = useQuery({ ...branchesQuery, enabled: asked, staleTime: Infinity });
  const click = useClickedRun();
  const upload = useMutation({
    mutationFn: (type: TranslationType) => sendUpload({ type, branch }, click.begin()),
    onSuccess: (_answer, type) => toast.success(uploadSucceeded(type)),
    onError: (error) => toastFailure(error, uploadFailed),
  });
  const readBranches = (): void => {
    setAsked(true);
    // A first click that failed is made good by the next one.
    if (branches.error) void branches.refetch();
  };
  return { branches, names: branches.data?.branches ?? [], readBranches, upload, run: click.run };
}
