import { z } from 'zod';

const shown = /^[^\p{Cc}\p{Cs}]*$/u;

/** One line of text as people read it. */
export const line = (max: number) => z.string().max(max).regex(shown, 'must be one line of well-formed text');

export const name = z
  .string()
  .min(1)
  .max(200)
  .regex(shown, 'must be one line of well-formed text')
  .regex(/^\S(.*\S)?$/u, 'must not begin or end with a space');

/** A machine-readable name: of an environment, a server, a database host. */
export const slug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/, 'must be letters, digits, dots and dashes');

export const host = z
  .string()
  .max(253)
  .regex(/^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/, 'must be a host name in lower case');
