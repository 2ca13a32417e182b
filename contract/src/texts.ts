import { z } from 'zod';
import { isZone } from './zones.ts';

// Bidi control characters can make a name look like another one.
const shown = /^[^\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]*$/u;
const FAULT = 'must be one line of well-formed text, without characters that change its direction';

/** A text checked by a rule, which returns an error message or null. */
export const checked = (faultOf: (text: string) => string | null, text = z.string()) =>
  text.superRefine((given, context) => {
    const fault = faultOf(given);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  });

/** A single line of visible text. */
export const line = (max: number) => z.string().max(max).regex(shown, FAULT);

export const name = z
  .string()
  .min(1)
  .max(200)
  .regex(shown, FAULT)
  .regex(/^\S(.*\S)?$/u, 'must not begin or end with a space');

/** A name that a person gives to something of their own. */
export const givenName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'must contain only visible characters');

/** A machine-readable name of an environment, server or database host. */
export const slug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/, 'must be letters, digits, dots and dashes');

export const host = z
  .string()
  .max(253)
  .regex(/^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/, 'must be a host name in lower case');

/** IANA name of a time zone. */
export const zone = z.string().min(1).max(60).refine(isZone, 'must be a time zone such as Europe/London');
