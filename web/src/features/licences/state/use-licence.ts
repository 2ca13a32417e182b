import { LICENCE_IMPORTED, LICENCE_LIMITS, LICENCE_NOT_IMPORTED } from '@mission-control/contract/licences/rules';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { sendFile } from '../queries.ts';
import { entriesOf, sameEntries, type Entry } from './entries.ts';

const NEW_FILE = 'licence.lic';

/** The licence on the screen: its entries, the file it came from, and whether anything would be lost with the page. */
export function useLicence() {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  /** The entries as they are in a file. */
  const [kept, setKept] = useState<readonly Entry[]>([]);
  const [filename, setFilename] = useState(NEW_FILE);
  const failed = (reason: string | undefined) => toast.error(LICENCE_NOT_IMPORTED, { detail: reason });
  const upload = useMutation({
    mutationFn: sendFile,
    onSuccess: ({ valid, licence, order, reason }, file) => {
      if (!valid) return failed(reason);
      const read = entriesOf(licence, order);
      setEntries(read);
      setKept(read);
      setFilename(file.name);
      return toast.success(LICENCE_IMPORTED);
    },
    onError: (error) => failed(error instanceof ApiError ? error.messages.join(' ') : undefined),
  });
  return {
    entries,
    setEntries,
    filename,
    unsaved: !sameEntries(entries, kept),
    uploading: upload.isPending,
    /** Reads a file; what is on the screen stays unless it is a licence. */
    upload(file: File) {
      if (upload.isPending) return;
      if (file.size > LICENCE_LIMITS.file) failed('The file has more than 2 MB. Choose the licence file itself.');
      else upload.mutate(file);
    },
    /** What was on the screen is in a file now. */
    exported(saved: readonly Entry[], as: string) {
      setKept(saved);
      setFilename(as);
    },
  };
}

export type LicenceOnScreen = ReturnType<typeof useLicence>;
