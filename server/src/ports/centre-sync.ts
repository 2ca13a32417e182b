import { z } from 'zod';
import { AppError } from '../platform/errors.ts';
import { jsonOf } from '../platform/http/read-body.ts';
import { statusText } from '../platform/http/target-error.ts';
import type { SiteResponse, SiteClient, SiteRequest } from '../platform/http/site-client.ts';

/** Copies centres and languages from one site of a tenant to another. */
export interface CentreSync {
  /**
   * Reads the centres and languages of the CoursePro site and replaces those of the Strive site with them. Idempotent. Nothing is handed
   * over unless both lists were read completely.
   * @param hosts names of the two sites, both requested over https
   * @returns the counts of what was handed over
   * @throws AppError('target_failed') naming the failed site and the reason
   */
  sync(hosts: { coursepro: string; strive: string }): Promise<{ centres: number; languages: number }>;
}

const text = (length: number) => z.string().trim().min(1).max(length);
const allDiffer = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

/** Response of GET /api/centres; other fields of a centre are dropped. */
const centresReply = z
  .array(z.object({ id: z.int().positive(), name: text(200) }))
  .max(10_000)
  .refine((centres) => allDiffer(centres.map(({ id }) => id)), 'contains an id twice');

/** Response of GET /api/languages. */
const languagesReply = z
  .array(z.object({ code: z.string().regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/), name: text(100) }))
  .max(500)
  .refine((languages) => allDiffer(languages.map(({ code }) => code)), 'contains a code twice');

interface HttpCentreSyncOptions {
  sites: SiteClient;
  /** Sent to both sites as a bearer token. */
  token?: string | undefined;
}

/** Uses the sites' HTTP interfaces: GET /api/centres and /api/languages, PUT /api/centres-and-languages. */
export function createHttpCentreSync({ sites, token }: HttpCentreSyncOptions): CentreSync {
  const headers = {
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const ask = async (host: string, path: string, more: Omit<SiteRequest, 'url'> = {}): Promise<SiteResponse> => {
    const answer = await sites.send({
      ...more,
      url: `https://${host}${path}`,
      headers: { ...headers, ...more.headers },
    });
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw new AppError('target_failed', `${host} ${reasonOf(answer.status)}`);
  };
  const read = async <S extends z.ZodType>(host: string, what: string, schema: S): Promise<z.output<S>> => {
    const { body } = await ask(host, `/api/${what}`);
    const parsed = schema.safeParse(jsonOf(body));
    if (parsed.success) return parsed.data;
    throw new AppError('target_failed', `${host} returned no valid list of ${what}. Nothing was synced.`, {
      cause: parsed.error,
    });
  };
  return {
    async sync({ coursepro, strive }) {
      const centres = await read(coursepro, 'centres', centresReply);
      const languages = await read(coursepro, 'languages', languagesReply);
      await ask(strive, '/api/centres-and-languages', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ centres, languages }),
      });
      return { centres: centres.length, languages: languages.length };
    },
  };
}

/** Explains an unsuccessful status to the user. */
function reasonOf(status: number): string {
  if (status === 401 || status === 403)
    return `does not accept the token of the console (${status}). Check SITES_TOKEN.`;
  if (status === 404) return 'does not know centres and languages (404). Its version may be too old.';
  return statusText(status);
}
