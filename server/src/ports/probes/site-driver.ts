import { STATUS_CODES } from 'node:http';
import { AppError } from '../../platform/errors.ts';
import type { SiteClient } from '../../platform/http/site-client.ts';
import type { ProbeResult, Probes, ProbeTarget } from './port.ts';

const TCP_PORT = 443;

/** Checks over real sockets, using the client that verifies every address (decision 0019). */
export function createSiteProbes(sites: SiteClient): Probes {
  return {
    async check(target) {
      const began = performance.now();
      try {
        return await (target.kind === 'tcp' ? connect(sites, target) : ask(sites, target));
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'target_failed') throw error;
        return failed(performance.now() - began, messageOf(error, target));
      }
    },
  };
}

async function connect(sites: SiteClient, { host, port, timeoutMs }: ProbeTarget): Promise<ProbeResult> {
  const ms = await sites.connect({ host, port: port ?? TCP_PORT, timeoutMs });
  return { ok: true, ms, response: 'connected', error: null, certificateEnds: null };
}

async function ask(sites: SiteClient, target: ProbeTarget): Promise<ProbeResult> {
  const { kind, host, port, expectedStatus, timeoutMs } = target;
  const url = `${kind}://${host}${port === null ? '' : `:${port}`}/`;
  const { status, timings, certificateEnds } = await sites.send({ url, timeoutMs, headOnly: true });
  const response = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  const ok = status === expectedStatus;
  const error = ok ? null : `${response}, expected ${expectedStatus}`;
  return { ok, ms: timings.headMs, response, error, certificateEnds };
}

const failed = (ms: number, error: string): ProbeResult => ({
  ok: false,
  ms,
  response: null,
  error,
  certificateEnds: null,
});

function messageOf(error: AppError, { timeoutMs }: ProbeTarget): string {
  const { fault } = (error.details ?? {}) as { fault?: string };
  if (fault === 'timeout') return `Connection timed out after ${timeoutMs / 1000} s`;
  return error.message.replace(/\.$/, '');
}
