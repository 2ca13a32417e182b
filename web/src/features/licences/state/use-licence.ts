import { decodeLicence } from '@mission-control/contract/licences/calls';
import { LICENCE_IMPORTED, LICENCE_LIMITS, LICENCE_NOT_IMPORTED } from '@mission-control/contract/licences/rules';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/api.ts';
import { isObject } from '../../../lib/is-object.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { entriesOf, sameEntries, type Entry } from './entries.ts';

const NEW_FILE = 'licence.lic';

/** The edited licence: its entries, its file name, and whether it has unexported changes. */
export function useLicence() {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [exported, setExported] = useState<readonly Entry[]>([]);
  const [filename, setFilename] = useState(NEW_FILE);
  const failed = (reason: string | undefined) => toast.error(LICENCE_NOT_IMPORTED, { detail: reason });
  const upload = useMutation({
    mutationFn: (file: File) => api.send(decodeLicence, { body: { file } }),
    onSuccess: ({ valid, licence, order, reason }, file) => {
      if (!valid) return failed(reason);
      const read = entriesOf(licence, order);
      setEntries(read);
      setExported(read);
      setFilename(file.name);
      return toast.success(LICENCE_IMPORTED);
    },
    onError: (error) => failed(error instanceof ApiError ? error.messages.join(' ') : undefined),
  });
  return {
    entries,
    setEntries,
    filename,
    unsaved: !sameEntries(entries, exported),
    uploading: upload.isPending,
    /** Replaces the entries by those of a valid licence file [LIC-05]. */
    upload(file: File) {
      if (upload.isPending) return;
      if (file.size > LICENCE_LIMITS.file) failed('The file is larger than 2 MB. Choose the licence file itself.');
      else upload.mutate(file);
    },
    /** Puts the edited entries of a draft back; they are not exported. */
    restore(kept: LicenceEdits) {
      setEntries(kept.entries);
      setFilename(kept.filename);
    },
    /** Records that the entries were saved to a file. */
    markExported(saved: readonly Entry[], as: string) {
      setExported(saved);
      setFilename(as);
    },
  };
}

/** Unexported entries as a draft holds them. */
export interface LicenceEdits {
  filename: string;
  entries: readonly Entry[];
}

/** The edits of a stored draft; null if it holds none. */
export function readLicence(stored: unknown): LicenceEdits | null {
  if (!isObject(stored)) return null;
  const { filename, entries } = stored;
  const isEntry = (entry: unknown): entry is Entry =>
    isObject(entry) && typeof entry.name === 'string' && ['string', 'number', 'boolean'].includes(typeof entry.value);
  return typeof filename === 'string' && Array.isArray(entries) && entries.every(isEntry)
    ? { filename, entries }
    : null;
}

export type LicenceOnScreen = ReturnType<typeof useLicence>;
