import { STATUS_CODES } from 'node:http';
import { AppError } from '../platform/errors.ts';
import type { SiteClient, SiteSettings } from '../platform/http/site-client.ts';
import { faultOf } from '../platform/http/target-error.ts';

/** The endpoint to check. */
export interface ProbeTarget {
  kind: 'http' | 'https' | 'tcp';
  host: string;
  /** Null: 80 or 443, depending on the kind; required for tcp. */
  port: number | null;
  /** For http and https. */
  path: string;
  expectedStatus: number;
  /** Must be in the first 256 KB of the body; null: the body is not read. */
  expectedText: string | null;
  timeoutMs: number;
}

/** Result of one check; a host that does not respond is a regular result. */
export interface ProbeResult {
  ok: boolean;
  /** Time until the response or failure, in ms. */
  ms: number;
  /** The response, e.g. `200 OK`; null when there was none. */
  response: string | null;
  /** Why the check failed, for the user; null on success. */
  error: string | null;
  certificateEnds: Date | null;
}

/** Checks whether a host responds as expected. */
export interface Probes {
  /** Never rejects because of the host's behaviour. */
  check(target: ProbeTarget): Promise<ProbeResult>;
  /** Settings for the same checks in another thread; absent where that is not possible. */
  sites?: Promise<SiteSettings>;
}

const TCP_PORT = 443;
const READ_BYTES = 256 * 1024;

/** Checks over real sockets, using the client that verifies every address (decision 0019). */
export function createSiteProbes(sites: SiteClient, settings?: Promise<SiteSettings>): Probes {
  return {
    ...(settings && { sites: settings }),
    async check(target) {
      const began = performance.now();
      try {
        return await (target.kind === 'tcp' ? connect(sites, target) : ask(sites, target));
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'target_failed') throw error;
        const ms = performance.now() - began;
        return { ok: false, ms, response: null, error: messageOf(error, target), certificateEnds: null };
      }
    },
  };
}

async function connect(sites: SiteClient, { host, port, timeoutMs }: ProbeTarget): Promise<ProbeResult> {
  const ms = await sites.connect({ host, port: port ?? TCP_PORT, timeoutMs });
  return { ok: true, ms, response: 'connected', error: null, certificateEnds: null };
}

async function ask(sites: SiteClient, target: ProbeTarget): Promise<ProbeResult> {
  const { kind, host, port, path, expectedStatus, expectedText, timeoutMs } = target;
  const url = `${kind}://${host}${port === null ? '' : `:${port}`}${path}`;
  const firstBytes = expectedText === null ? 0 : READ_BYTES;
  const { status, timings, certificateEnds, body } = await sites.send({ url, timeoutMs, firstBytes });
  const response = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  const error =
    status !== expectedStatus
      ? `${response}, expected ${expectedStatus}`
      : expectedText !== null && !body.toString().includes(expectedText)
        ? `${response}, without the expected text "${expectedText}"`
        : null;
  return { ok: error === null, ms: timings.headMs, response, error, certificateEnds };
}

function messageOf(error: AppError, { timeoutMs }: ProbeTarget): string {
  if (faultOf(error) === 'timeout') return `Connection timed out after ${timeoutMs / 1000} s`;
  return error.message.replace(/\.$/, '');
}
