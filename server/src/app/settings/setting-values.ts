import { isIP } from 'node:net';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@mission-control/contract/people/schema';
import { z } from 'zod';
import { isNetwork } from '../../platform/http/address-rules.ts';

export const httpUrl = z.url({ protocol: /^https?$/ });

export const nonEmpty = z.string().min(1);

/** A list separated by commas. */
export const commaList = z.string().transform((text) => text.split(',').map((part) => part.trim()));

/**
 * A whole number in decimal digits. `Number` would also read spaces as 0, and `1e3` or `0x10`.
 * @param limits of the number
 */
export const wholeNumber = (limits: z.ZodInt) =>
  z.string().trim().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(limits);

/** Networks that Fastify knows by name. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** A netmask of at least one bit, e.g. `255.240.0.0`. */
const isNetmask = (text: string): boolean => {
  const bits = text.split('.').map((part) => Number(part).toString(2).padStart(8, '0'));
  return isIP(text) === 4 && /^1+0*$/.test(bits.join(''));
};

/** An address or a network of proxies, as accepted by Fastify: without a network of all addresses. */
export const isProxy = (text: string): boolean => {
  if (isIP(text) !== 0 || NAMED_NETWORKS.includes(text)) return true;
  const [address = '', mask = '', ...more] = text.split('/');
  if (isIP(address) === 4 && more.length === 0 && isNetmask(mask)) return true;
  return isNetwork(text) && Number(mask) > 0;
};

/** Printable ASCII without spaces, for an HTTP header. */
export const bearerToken = z.string().regex(/^[\x21-\x7e]{1,4096}$/, 'must be printable ASCII without spaces');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A setting in JSON. @param fault message for text that is not JSON, or does not match the schema */
export const jsonSetting = <S extends z.ZodType>(schema: S, fault: string) =>
  z.string().transform((text, context) => {
    const parsed = schema.safeParse(parseJson(text));
    if (!parsed.success) context.addIssue(fault);
    return parsed.data ?? z.NEVER;
  });

/** Whether an account may have a password of this length. */
export const hasPasswordLength = (text: string): boolean => {
  const { length } = [...text.normalize('NFKC')];
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH;
};
