import { BRANDING_APP } from '@mission-control/contract/branding/limits';
import {
  BRANDING_FAILED,
  BRANDING_SAVED,
  DEFAULT_BRANDING,
  EMAIL_FAILED,
  EMAIL_SAVED,
  NEVER_SAVED,
} from '@mission-control/contract/branding/rules';
import type { Branding, BrandingData, BrandingRevisions } from '@mission-control/contract/branding/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '../../lib/api/api-error.ts';
import { invalidateTopics } from '../../lib/api/query.ts';
import { endOfRun } from '../../lib/run/run-outcome.ts';
import { toast } from '../../ui/toast/toast.ts';
import { brandingQuery, sendEmailSettings, startBranding } from './queries.ts';
import { faultsOf } from './state/faults.ts';
import { withText } from './state/fields.ts';
import type { EditedBranding } from './use-branding-edits.ts';

/** Saves the Branding tab and generates from a branch [BRD-13, BRD-14]. What was typed stays when that fails. */
export function useSaveBranding(id: number, edited: EditedBranding, revision: string) {
  const client = useQueryClient();
  const keep = useKeepSaved(id);
  return useMutation({
    mutationFn: async ({ branch }: { branch: string }) => {
      const { colors, logo_url, en, cy } = edited.draft;
      const data: BrandingData = { colors, logo_url, app: BRANDING_APP, branch };
      const sent = { data, content: { en, cy }, logo: edited.logo?.file, revision };
      const { run, answer } = await startBranding(id, sent);
      if (answer === null && run !== null) await endOfRun(client, run);
      return answer;
    },
    onSuccess: async (answer, { branch }) => {
      if (answer === null) {
        // The settings are saved, however the generation has ended; that is told on whatever page.
        await invalidateTopics(client, [TOPIC.tenant(id)]);
        return edited.reset();
      }
      const { logoUrl, warnings } = answer;
      const { colors, en, cy } = edited.draft;
      keep((before) => ({ ...before, colors, en, cy, logo_url: logoUrl }), {}, branch);
      edited.reset();
      toast.success(BRANDING_SAVED);
      for (const warning of warnings) toast.warning(warning);
      // Also for the revision that the next save is made on: it is not that of the answer when somebody else has saved since.
      return invalidateTopics(client, [TOPIC.tenant(id)]);
    },
    onError: async (error) => {
      tell(BRANDING_FAILED, error);
      edited.setFaults(faultsOf(error.fields));
      // The settings may be saved although the generation failed, or somebody else has saved others.
      await invalidateTopics(client, [TOPIC.tenant(id)]);
    },
  });
}

/** Saves the Email tab [EML-07, EML-08]. What was typed stays when that fails. */
export function useSaveEmail(id: number, edited: EditedBranding, revision: string) {
  const client = useQueryClient();
  const keep = useKeepSaved(id);
  return useMutation({
    mutationFn: () => sendEmailSettings(id, { email: edited.draft.email, logo: edited.logo?.file, revision }),
    onSuccess: ({ emailLogoUrl, revision: saved }) => {
      const { email } = withText(edited.draft, 'email.header.logoUrl', emailLogoUrl);
      keep((before) => ({ ...before, email }), { email: saved });
      edited.reset();
      toast.success(EMAIL_SAVED);
    },
    onError: async (error) => {
      tell(EMAIL_FAILED, error);
      edited.setFaults(faultsOf(error.fields));
      await invalidateTopics(client, [TOPIC.tenant(id)]);
    },
  });
}

/** Shows at once what has been saved (C-026); the live feed brings what the server made of it. */
function useKeepSaved(id: number) {
  const client = useQueryClient();
  const { queryKey } = brandingQuery(id);
  return (saved: (before: Branding) => Branding, revision: Partial<BrandingRevisions>, branch?: string) =>
    client.setQueryData(queryKey, (kept) => ({
      data: saved(kept?.data ?? DEFAULT_BRANDING),
      branch: branch ?? kept?.branch ?? null,
      revisions: { ...(kept?.revisions ?? NEVER_SAVED), ...revision },
    }));
}

/** The sentence of the documents; what the server said stands below it. */
function tell(sentence: string, error: ApiError): void {
  if (error.announced) return;
  const request = error.requestId === null ? '' : ` (req ${error.requestId})`;
  toast.error(sentence, { detail: `${error.messages.join(' ')}${request}` });
}
