import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** The one page that asks an address of the operator's own machine (C-119), and where it may ask (decision 0029). */
export const LOCAL_PAGE = { path: '/val', mayAsk: ['http://localhost:*', 'http://127.0.0.1:*'] } as const;

/**
 * The headers that every answer carries (ASVS V3.4). They are the same for all, so helmet is asked once instead of per request.
 * @param secure the console's address is https.
 * @param may where a page may send requests, and take pictures from, besides the console itself.
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
        // Emotion writes its style sheets at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', ...(may.draw ?? [])],
        connectSrc: ["'self'", ...(may.ask ?? [])],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
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

/** Headers that speak to browsers about a page and say nothing about an answer of the API. */
const OF_PAGES = [
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const;

/** The headers of the API's answers, which are no pages: nothing may be loaded by them, nothing frames them, nothing keeps them. */
export function answerHeaders(secure: boolean): Record<string, string> {
  const headers = Object.entries(securityHeaders(secure)).filter(([name]) => !OF_PAGES.some((one) => one === name));
  return {
    ...Object.fromEntries(headers),
    'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    'cache-control': 'no-store',
  };
}
