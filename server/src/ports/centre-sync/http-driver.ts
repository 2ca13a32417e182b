import type { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { SiteAnswer, SiteClient, SiteRequest } from '../../platform/http/site-client.ts';
import type { CentreSync } from './port.ts';
import { centresReply, languagesReply } from './replies.ts';

interface HttpCentreSyncOptions {
  sites: SiteClient;
  /** Sent to both sites as a bearer token. */
  token?: string | undefined;
}

/** The sites' own HTTP interfaces: GET /api/centres and /api/languages, PUT /api/centres-and-languages. */
export function createHttpCentreSync({ sites, token }: HttpCentreSyncOptions): CentreSync {
  const headers = {
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const ask = async (host: string, path: string, more: Omit<SiteRequest, 'url'> = {}): Promise<SiteAnswer> => {
    const answer = await sites.send({
      ...more,
      url: `https://${host}${path}`,
      headers: { ...headers, ...more.headers },
    });
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw new AppError('target_failed', `${host} ${statusText(answer.status)}`);
  };
  const read = async <S extends z.ZodType>(host: string, what: string, schema: S): Promise<z.output<S>> => {
    const { body } = await ask(host, `/api/${what}`);
    const parsed = schema.safeParse(jsonOf(body));
    if (parsed.success) return parsed.data;
    throw new AppError('target_failed', `${host} answered something else than a list of ${what}. Nothing was synced.`, {
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

/** What an answer without success means to a person. */
function statusText(status: number): string {
  if (status === 401 || status === 403)
    return `does not accept the token of the console (${status}). Check SITES_TOKEN.`;
  if (status >= 300 && status < 400) return `sends to another address (${status}), where the console does not follow.`;
  if (status === 404) return 'does not know centres and languages (404). Its version may be too old.';
  return `answered with an error (${status}).`;
}

/** The value of a body in JSON; undefined when it is none. */
function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
