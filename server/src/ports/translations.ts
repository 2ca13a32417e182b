import { z } from 'zod';
import { AppError } from '../platform/errors.ts';
import { jsonOf } from '../platform/http/read-body.ts';
import { statusText } from '../platform/http/target-error.ts';
import type { SiteClient } from '../platform/http/site-client.ts';
import { peerLine } from './peer-text.ts';

interface SourceFile {
  /** As shown to the translators. */
  name: string;
  content: Buffer;
}

/** The translation service that receives source texts. */
export interface Translations {
  /**
   * Uploads one file of English source texts; returns the key of the resulting job.
   * @param title groups the files of one upload for the translators
   * @throws AppError('target_failed') with the service's reason for rejecting it; AppError('refused') when none is configured
   */
  upload(title: string, file: SourceFile): Promise<string>;
}

interface StrakerOptions {
  client: SiteClient;
  /** Address of the API, without a trailing slash. */
  address: string;
  token: string;
}

const TIMEOUT_MS = 60_000;
const MAX_REASON_LENGTH = 300;
const MAX_KEY_LENGTH = 100;

const accepted = z.object({ success: z.literal(true), job_key: z.string().min(1) });
const refused = z.object({ message: z.string().min(1) });

/** Straker's HTTP API: POST /v1/translate/file takes one file of source texts. */
export function createStraker({ client, address, token }: StrakerOptions): Translations {
  return {
    async upload(title, { name, content }) {
      const form = new FormData();
      form.set('title', title);
      form.set('sl', 'English');
      form.set('source_file', new Blob([new Uint8Array(content)], { type: 'application/json' }), name);
      const encoded = new Response(form);
      const answer = await client.send({
        url: `${address}/v1/translate/file`,
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          'content-type': encoded.headers.get('content-type') ?? '',
        },
        body: Buffer.from(await encoded.arrayBuffer()),
        timeoutMs: TIMEOUT_MS,
      });
      const body = jsonOf(answer.body);
      const job = accepted.safeParse(body);
      if (answer.status >= 200 && answer.status < 300 && job.success)
        return peerLine(job.data.job_key, Infinity, [token]).slice(0, MAX_KEY_LENGTH).toWellFormed();
      throw new AppError('target_failed', reasonOf(answer.status, body, token));
    },
  };
}

/** For an installation without Straker. */
export const noTranslations: Translations = {
  upload: () => Promise.reject(new AppError('refused', 'Straker is not configured. Set STRAKER_TOKEN.')),
};

function reasonOf(status: number, body: unknown, token: string): string {
  if (status === 401 || status === 403) return `Straker does not accept the token (${status}). Check STRAKER_TOKEN.`;
  const said = refused.safeParse(body);
  if (said.success) return `Straker refused the file: ${peerLine(said.data.message, MAX_REASON_LENGTH, [token])}`;
  if (status >= 200 && status < 300) return 'Straker returned an unexpected response.';
  return `Straker ${statusText(status)}`;
}
