import type { CustomFetchOptions } from 'openid-client';
import { readBounded } from '../../platform/http/read-body.ts';
import { ProviderFault } from './port.ts';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 512 * 1024;

/** The part of a request's settings that openid-client and jose use. */
type Init = Partial<Pick<CustomFetchOptions, 'method' | 'body'>> & { headers?: Record<string, string> | Headers };

/**
 * Fetches from the provider within 5 s and 512 KB, without following redirects.
 * @throws ProviderFault('down') when there is no complete response, or one of a failed server
 */
export async function boundedFetch(url: string, init: Init = {}): Promise<Response> {
  const host = new URL(url).host;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { method = 'GET', headers: sent = {}, body: content = null } = init;
    const response = await fetch(url, { method, headers: sent, body: content, redirect: 'manual', signal });
    const tooLong = (): Error => new ProviderFault('down', `${host} sent more than ${MAX_BYTES} bytes`);
    // Counts the inflated bytes, whatever the headers say.
    const body = await readBounded(response.body as AsyncIterable<Uint8Array> | null, MAX_BYTES, tooLong);
    if (response.status >= 500) throw new ProviderFault('down', `${host} answered ${response.status}`);
    const hasBody = body.byteLength > 0 && response.status !== 204 && response.status !== 304;
    const { status, headers } = response;
    return new Response(hasBody ? body : null, { status, headers });
  } catch (error) {
    if (error instanceof ProviderFault) throw error;
    throw new ProviderFault('down', `${host} does not respond: ${causeOf(error)}`, error);
  }
}

function causeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
}
