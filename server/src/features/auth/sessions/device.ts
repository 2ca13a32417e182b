import type { FastifyRequest } from 'fastify';
import type { Source } from '../../../platform/context.ts';

/** Browsers by their token in the User-Agent header; those that imitate others come first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOP[RT]\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** `Chrome on Windows`, from a User-Agent header, which clients can forge; null when neither is recognised. */
export function deviceOf(userAgent: string | undefined): string | null {
  const head = (userAgent ?? '').slice(0, 500);
  const [browser, system] = [BROWSERS, SYSTEMS].map((list) => list.find(([mark]) => mark.test(head))?.[1]);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}

/** Where a request came from. */
export const sourceOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Source => ({
  address: ip,
  device: deviceOf(headers['user-agent']),
});
