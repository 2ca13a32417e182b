import { getBranding, saveBranding, saveEmailSettings } from '@mission-control/contract/branding/calls';
import { BRANDING_APP } from '@mission-control/contract/branding/limits';
import {
  BRANCH_NEEDED,
  BRANDING_FAILED,
  BRANDING_SAVED,
  DEFAULT_BRANDING,
  EMAIL_FAILED,
  EMAIL_SAVED,
  NEVER_SAVED,
} from '@mission-control/contract/branding/rules';
import type { Branding, BrandingData, BrandingRevisions } from '@mission-control/contract/branding/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { invalidateTopics, topicsOf } from '../../lib/api/query.ts';
import type { FieldChanges, Fields } from '../../lib/draft/merge-fields.ts';
import { endOfRun } from '../../lib/run/run-outcome.ts';
import { toast } from '../../ui/toast/toast.ts';
import {
  BRANDING_FIELDS,
  changesOf,
  editedBranding,
  EMAIL_FIELDS,
  faultsOf,
  missingColours,
  NO_EDITS,
  textAt,
  withEdit,
  withText,
  type BrandingEdits,
  type ChosenLogo,
  type Faults,
  type FieldChange,
  type FieldPath,
} from './state/fields.ts';

/** The saved branding; null if none was saved [BRD-11]. */
export const brandingQuery = (id: number) =>
  queryOptions({
    queryKey: [getBranding.name, { params: { id } }] as const,
    queryFn: async ({ signal }) => {
      try {
        return await api.send(getBranding, { params: { id } }, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        throw error;
      }
    },
    meta: { topics: topicsOf(getBranding, { params: { id } }) },
  });

interface Subject {
  saved: Branding;
  fields: readonly { path: FieldPath; label: string }[];
  logoPath: 'logo_url' | 'email.header.logoUrl';
}

const NO_FAULTS: Faults = new Map();

/** Edits of one tab. */
function useBrandingEdits({ saved, fields, logoPath }: Subject) {
  const savedTexts = JSON.stringify(fields.map(({ path }) => textAt(saved, path)));
  const textsOf = (texts: string): Fields =>
    new Map((JSON.parse(texts) as string[]).map((text, at) => [fields[at]?.path ?? '', text]));
  const [{ edits, base }, setState] = useState({ edits: NO_EDITS, base: savedTexts });
  const [faults, setFaults] = useState(NO_FAULTS);
  const changes = changesOf(saved, edits, fields, logoPath);
  const begun = changes.length > 0;
  // The base is kept from the first edit, to notice when somebody else saves.
  const update = (next: (edits: BrandingEdits) => BrandingEdits) =>
    setState((before) => {
      const isBegun = changesOf(saved, before.edits, fields, logoPath).length > 0;
      return { edits: next(before.edits), base: isBegun ? before.base : savedTexts };
    });
  const draft = editedBranding(saved, edits);
  const change = (path: FieldPath, next: (edits: BrandingEdits) => BrandingEdits) => {
    update(next);
    setFaults((before) => new Map([...before].filter(([key]) => key !== path)));
  };
  return {
    draft,
    changes,
    faults,
    setFaults,
    logo: edits.logo,
    /** For the draft: the texts as they were when the edits began, as they are in the form, and as they are saved. */
    fields: {
      base: textsOf(begun ? base : savedTexts),
      mine: new Map(fields.map(({ path }) => [path as string, textAt(draft, path)])),
      saved: textsOf(savedTexts),
    },
    /** Puts texts of a draft into the form. */
    restore: (kept: FieldChanges) => {
      const texts = fields.flatMap(({ path }) => [[path, kept.get(path)] as const]);
      update((before) =>
        texts.reduce(
          (all, [path, text]) => (typeof text === 'string' ? withEdit(all, saved, path, text) : all),
          before,
        ),
      );
    },
    /** Labels of fields that somebody else has saved since the first edit. */
    overtaken: begun ? fieldsThatDiffer(fields, base, savedTexts) : [],
    text: (path: FieldPath) => textAt(draft, path),
    write: (path: FieldPath, text: string) => change(path, (before) => withEdit(before, saved, path, text)),
    chooseLogo: (logo: ChosenLogo) =>
      change(logoPath, (before) => ({ ...withEdit(before, saved, logoPath, textAt(saved, logoPath)), logo })),
    /** Reverts the choice, or removes the saved logo. */
    removeLogo: () =>
      change(logoPath, (before) => ({
        ...withEdit(before, saved, logoPath, before.logo === null ? '' : textAt(saved, logoPath)),
        logo: null,
      })),
    /** Reverts one change. */
    undo: ({ path, before: text }: FieldChange) =>
      change(path, (before) => {
        const next = withEdit(before, saved, path, text);
        return path === logoPath ? { ...next, logo: null } : next;
      }),
    reset: () => {
      setState({ edits: NO_EDITS, base: savedTexts });
      setFaults(NO_FAULTS);
    },
  };
}

function fieldsThatDiffer(fields: Subject['fields'], before: string, after: string): string[] {
  const [old, now] = [before, after].map((texts) => JSON.parse(texts) as string[]);
  return fields.filter((_, at) => old?.[at] !== now?.[at]).map(({ label }) => label);
}

export type EditedBranding = ReturnType<typeof useBrandingEdits>;

/** Saves the Branding tab and generates from a branch [BRD-13, BRD-14]; edits are kept on failure. */
function useSaveBranding(id: number, edited: EditedBranding, revision: string) {
  const client = useQueryClient();
  const cacheSaved = useCacheSaved(id);
  return useMutation({
    mutationFn: async ({ branch }: { branch: string }) => {
      const { colors, logo_url, en, cy } = edited.draft;
      const data: BrandingData = { colors, logo_url, app: BRANDING_APP, branch };
      const body = {
        logo: edited.logo?.file,
        brandingData: JSON.stringify(data),
        contentData: JSON.stringify({ en, cy }),
        revision,
      };
      const { run, answer } = await api.start(saveBranding, { params: { id }, body }, crypto.randomUUID());
      if (answer === null && run !== null) await endOfRun(client, run);
      return answer;
    },
    onSuccess: async (answer, { branch }) => {
      if (answer === null) {
        // The settings are saved whatever the outcome of the generation, which run-notifications reports on any page.
        await invalidateTopics(client, [TOPIC.tenant(id)]);
        return edited.reset();
      }
      const { logoUrl, warnings } = answer;
      const { colors, en, cy } = edited.draft;
      cacheSaved((before) => ({ ...before, colors, en, cy, logo_url: logoUrl }), {}, branch);
      edited.reset();
      toast.success(BRANDING_SAVED);
      for (const warning of warnings) toast.warning(warning);
      // Also refetches the revision for the next save: somebody else may have saved since.
      return invalidateTopics(client, [TOPIC.tenant(id)]);
    },
    onError: async (error) => {
      toastSaveFailure(BRANDING_FAILED, error);
      edited.setFaults(faultsOf(error.fields));
      // The settings may have been saved before the generation failed, or by somebody else.
      await invalidateTopics(client, [TOPIC.tenant(id)]);
    },
  });
}

/** Saves the Email tab [EML-07, EML-08]; edits are kept on failure. */
function useSaveEmail(id: number, edited: EditedBranding, revision: string) {
  const client = useQueryClient();
  const cacheSaved = useCacheSaved(id);
  return useMutation({
    mutationFn: () =>
      api.send(saveEmailSettings, {
        params: { id },
        body: { email_logo: edited.logo?.file, emailData: JSON.stringify(edited.draft.email), revision },
      }),
    onSuccess: ({ emailLogoUrl, revision: saved }) => {
      const { email } = withText(edited.draft, 'email.header.logoUrl', emailLogoUrl);
      cacheSaved((before) => ({ ...before, email }), { email: saved });
      edited.reset();
      toast.success(EMAIL_SAVED);
    },
    onError: async (error) => {
      toastSaveFailure(EMAIL_FAILED, error);
      edited.setFaults(faultsOf(error.fields));
      await invalidateTopics(client, [TOPIC.tenant(id)]);
    },
  });
}

/** Shows saved values immediately (C-026); the live feed then delivers the server's state. */
function useCacheSaved(id: number) {
  const client = useQueryClient();
  const { queryKey } = brandingQuery(id);
  return (saved: (before: Branding) => Branding, revision: Partial<BrandingRevisions>, branch?: string) =>
    client.setQueryData(queryKey, (kept) => ({
      data: saved(kept?.data ?? DEFAULT_BRANDING),
      branch: branch ?? kept?.branch ?? null,
      revisions: { ...(kept?.revisions ?? NEVER_SAVED), ...revision },
    }));
}

/** Shows the documented sentence with the server's message below. */
function toastSaveFailure(sentence: string, error: ApiError): void {
  if (error.announced) return;
  const request = error.requestId === null ? '' : ` (req ${error.requestId})`;
  toast.error(sentence, { detail: `${error.messages.join(' ')}${request}` });
}

/** The branch to generate from, by default the one last generated from if it still exists. */
function useBranch(branches: readonly { name: string }[] | undefined, last: string | null) {
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
    /** False without a branch [BRD-15]; the field then shows the error and has the focus. */
    require: (): boolean => {
      setRefused(branch === '');
      if (branch === '') field.current?.focus();
      return branch !== '';
    },
  };
}

/** A saved branding, and the branch it was generated from. */
export interface SavedBranding {
  data: Branding;
  branch: string | null;
  revisions: BrandingRevisions;
}

/** State of both tabs. @param saved null if nothing was saved: defaults apply [BRD-11] @param names branches; undefined while loading */
export function useBrandingEditor(
  tenantId: number,
  saved: SavedBranding | null,
  names: readonly { name: string }[] | undefined,
) {
  const data = saved?.data ?? DEFAULT_BRANDING;
  const brand = useBrandingEdits({ saved: data, fields: BRANDING_FIELDS, logoPath: 'logo_url' });
  const email = useBrandingEdits({ saved: data, fields: EMAIL_FIELDS, logoPath: 'email.header.logoUrl' });
  const revisions = saved?.revisions ?? NEVER_SAVED;
  const saveBrand = useSaveBranding(tenantId, brand, revisions.brand);
  const saveEmail = useSaveEmail(tenantId, email, revisions.email);
  const choice = useBranch(names, saved?.branch ?? null);
  const [asking, setAsking] = useState(false);
  return {
    brand,
    email,
    branch: choice.field,
    unsaved: brand.changes.length + email.changes.length,
    /** The confirmation of Save and Generate is open. */
    asking,
    cancel: () => setAsking(false),
    /** Asks for confirmation if a branch is chosen [BRD-15] and no colour is empty (C-093). */
    ask: () => {
      const missing = missingColours(brand.text);
      brand.setFaults(missing);
      if (!choice.require()) toast.error(BRANCH_NEEDED);
      else if (missing.size > 0) toast.error([...missing.values()].join(' '));
      else setAsking(true);
    },
    confirm: () => {
      setAsking(false);
      saveBrand.mutate({ branch: choice.field.branch });
    },
    savingBrand: saveBrand.isPending,
    saveEmail: () => saveEmail.mutate(),
    savingEmail: saveEmail.isPending,
  };
}
