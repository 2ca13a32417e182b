import { isIP } from 'node:net';
import { z } from 'zod';
import { isNetwork } from '../../platform/http/address-rules.ts';

export const httpUrl = z.url({ protocol: /^https?$/ });

/** Splits a list at its commas. */
export const listOf = (text: string): string[] => text.split(',').map((part) => part.trim());

/**
 * A whole number in decimal digits. `Number` would also read spaces as 0, and `1e3` or `0x10`.
 * @param limits of the number
 */
export const wholeNumber = (limits: z.ZodInt) =>
  z.string().trim().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(limits);

/** Networks that Fastify knows by name. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** An address or a network of proxies, as accepted by Fastify: without a network of all addresses. */
export const isProxy = (text: string): boolean =>
  isIP(text) !== 0 || (isNetwork(text) && !/\/0+$/.test(text)) || NAMED_NETWORKS.includes(text);
