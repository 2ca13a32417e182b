import type { FastifyReply, FastifyRequest } from 'fastify';
import { isForeign } from '../service.ts';

const BASE_CSP =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** The sign-in page with passkeys has its own scripts, which call this server. */
const SCRIPT_CSP = `${BASE_CSP}; script-src 'self'; connect-src 'self'`;

/** Largest form, in bytes. */
export const FORM_LIMIT = 16 * 1024;

/**
 * A form forged by another site would act in the name of its victim. Our own form has the origin `null`, since its page sends no
 * referrer.
 */
export function isOwnForm({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  const fetchSite = typeof site === 'string' ? site : undefined;
  return (fetchSite === undefined && origin === 'null') || !isForeign({ site: fetchSite, origin, host });
}

export function sendHtml(reply: FastifyReply, status: number, page: string, hasScripts = false): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-security-policy': hasScripts ? SCRIPT_CSP : BASE_CSP,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(page);
}
