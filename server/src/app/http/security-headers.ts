import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** The only page that sends requests to the operator's own machine (C-119), and its allowed targets (decision 0029). */
export const LOCAL_PAGE = { path: '/val', mayAsk: ['http://localhost:*', 'http://127.0.0.1:*'] } as const;

/**
 * The headers of every response (ASVS V3.4), the same for all, so helmet runs once instead of per request.
 * @param secure the console's address is https
 * @param may additional targets for requests and sources of images
 */
export function securityHeaders(
  secure: boolean,
  may: { ask?: readonly string[]; draw?: readonly string[] } = {},
): Record<string, string> {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Emotion injects its style sheets at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', ...(may.draw ?? [])],
        connectSrc: ["'self'", ...(may.ask ?? [])],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        // Only the browser app's own policy (web/src/app/trusted-types.ts) turns text into HTML or scripts.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  });
  const request = new IncomingMessage(new Socket());
  const reply = new ServerResponse(request);
  setHeaders(request, reply, (error) => {
    if (error) throw new Error('The security headers cannot be made.', { cause: error });
  });
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** Headers that are meaningful for pages only. */
const OF_PAGES = [
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const;

/** Headers of API responses, which are not pages: they load nothing, cannot be framed and are not cached. */
export function answerHeaders(secure: boolean): Record<string, string> {
  const headers = Object.entries(securityHeaders(secure)).filter(([name]) => !OF_PAGES.some((one) => one === name));
  return {
    ...Object.fromEntries(headers),
    'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    'cache-control': 'no-store',
  };
}
