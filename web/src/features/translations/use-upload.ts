import {
  TRANSLATION_TYPES,
  uploadFailed,
  uploadSucceeded,
  type TranslationType,
} from '@mission-control/contract/translations/rules';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { runOfFailure } from '../../lib/run-of-failure.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useRunOfClick } from '../../lib/use-run-of-click.ts';
import { useToolSearch } from '../../lib/use-tool-search.ts';
import { toast } from '../../ui/toast.ts';
import { branchesQuery, startUpload } from './queries.ts';

/** Type, branch and the run, kept in the address; the branches, read when they are first asked for [TRN-03]; the upload. */
export function useUpload() {
  const [url, write] = useToolSearch();
  const type = TRANSLATION_TYPES.find(({ value }) => value === url.type)?.value ?? null;
  const branch = url.branch ?? '';
  const [asked, setAsked] = useState(false);
  // A branch of the address is shown by its name only when it is among the choices.
  const branches = useQuery({ ...branchesQuery, enabled: asked || branch !== '', staleTime: Infinity });
  const upload = useMutation({
    mutationFn: (chosen: TranslationType) => {
      const key = crypto.randomUUID();
      write({ click: key });
      return startUpload({ type: chosen, branch }, key);
    },
    // Without an answer the run goes on, and its end is told on whatever page.
    onSuccess: ({ answer }, chosen) => answer && toast.success(uploadSucceeded(chosen)),
    onError: (error) => toastFailure(error, uploadFailed),
  });
  const clicked = useRunOfClick(url.click ?? null, upload.isPending);
  const readBranches = (): void => {
    setAsked(true);
    // A first click that failed is made good by the next one.
    if (branches.error) void branches.refetch();
  };
  return {
    type,
    setType: (next: TranslationType | undefined) => write({ type: next, click: undefined }),
    branch,
    setBranch: (next: string) => write({ branch: next === '' ? undefined : next, click: undefined }),
    branches,
    names: branches.data?.branches ?? [],
    readBranches,
    upload,
    pending: upload.isPending || clicked?.outcome === 'running',
    run: clicked?.id ?? runOfFailure(upload.error),
  };
}
