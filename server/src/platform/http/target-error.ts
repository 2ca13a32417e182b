import { AppError, errorCode } from '../errors.ts';

/** Machine-readable reason of a failed request; the error's message is for users. */
export type TargetFault = 'address' | 'dns' | 'connection' | 'tls' | 'timeout' | 'too_large' | 'protocol';

export function targetError(fault: TargetFault, message: string, cause?: unknown): AppError {
  return new AppError('target_failed', message, { details: { fault }, cause });
}

/** The reason of a failed request; undefined for other errors. */
export const faultOf = (error: unknown): TargetFault | undefined =>
  error instanceof AppError ? (error.details as { fault?: TargetFault } | undefined)?.fault : undefined;

/** System error codes, with the fault and the wording for users. */
const WORDS: Readonly<Record<string, readonly [TargetFault, string]>> = {
  ENOTFOUND: ['dns', 'has no address in DNS. Check the name of the domain.'],
  ENODATA: ['dns', 'has no address in DNS. Check the name of the domain.'],
  EAI_AGAIN: ['dns', 'could not be looked up, since DNS does not respond. Try again later.'],
  ECONNREFUSED: ['connection', 'refuses the connection: nothing listens there.'],
  ECONNRESET: ['connection', 'closed the connection.'],
  EPIPE: ['connection', 'closed the connection.'],
  EHOSTUNREACH: ['connection', 'cannot be reached from here.'],
  ENETUNREACH: ['connection', 'cannot be reached from here.'],
  EADDRNOTAVAIL: ['connection', 'cannot be reached from here.'],
  ETIMEDOUT: ['timeout', 'does not respond.'],
  CERT_HAS_EXPIRED: ['tls', 'has a certificate that has expired.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls', 'has the certificate of another name.'],
  EPROTO: ['tls', 'does not speak https there.'],
  HPE_HEADER_OVERFLOW: ['too_large', 'sends more headers than are read.'],
};

/** Translates a connection error. @param site as shown to users */
export function failureOf(error: unknown, site: string): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const known = WORDS[code];
  if (known) return targetError(known[0], `${site} ${known[1]}`, error);
  if (code.startsWith('HPE_')) return targetError('protocol', `${site} does not respond with HTTP.`, error);
  if (/SSL|TLS/.test(code)) return targetError('tls', `${site} does not speak https there.`, error);
  if (/CERT|SIGNATURE|ISSUER|CRL/.test(code))
    return targetError('tls', `${site} has a certificate that is not trusted.`, error);
  return targetError('connection', `The request to ${site} failed.`, error);
}

/** With several addresses the errors are aggregated; the first one represents them. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return errorCode(error);
}

/** Explains an unsuccessful status of a peer; completes a sentence that begins with its name. */
export function statusText(status: number): string {
  if (status >= 300 && status < 400)
    return `redirects to another address (${status}), which the console does not follow.`;
  return `answered with an error (${status}).`;
}
