import { getBranding, saveBranding, saveEmailSettings } from '@mission-control/contract/branding/calls';
import type { BrandContent, BrandingData, EmailSettings } from '@mission-control/contract/branding/schema';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { topicsOf } from '../../lib/api/query.ts';
import { dataAddress } from './read-logo.ts';

/** The saved branding and the branch it was generated from; null where none was saved [BRD-11]. */
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

/**
 * A saved logo as a `data:` address, so that a preview needs no network: frames without an origin have no cache. Its name is made
 * from its content, so it never changes.
 */
export const logoQuery = (address: string) =>
  queryOptions({
    queryKey: ['logo', address] as const,
    queryFn: async ({ signal }) => {
      const answer = await fetch(address, { signal });
      if (!answer.ok) throw new Error(`The logo answered with status ${answer.status}.`);
      return dataAddress(await answer.blob());
    },
    // Logos of other sites stay where they are.
    enabled: /^\/(?!\/)/.test(address),
    staleTime: Infinity,
    retry: false,
  });

interface Sent {
  logo: File | undefined;
  /** What the tab was when it was read. */
  revision: string;
}

/** Saves the Branding tab and begins to generate from the branch. @throws ApiError with the faults by their fields */
export const startBranding = (
  id: number,
  { data, content, logo, revision }: { data: BrandingData; content: BrandContent } & Sent,
) =>
  api.start(
    saveBranding,
    {
      params: { id },
      body: { logo, brandingData: JSON.stringify(data), contentData: JSON.stringify(content), revision },
    },
    crypto.randomUUID(),
  );

/** Saves the Email tab. @throws ApiError with the faults by their fields */
export const sendEmailSettings = (id: number, { email, logo, revision }: { email: EmailSettings } & Sent) =>
  api.send(saveEmailSettings, {
    params: { id },
    body: { email_logo: logo, emailData: JSON.stringify(email), revision },
  });
