import { z } from 'zod';

/** The largest id of the database. */
export const MAX_ID = 2_147_483_647;
/** Canonical form of an integer: no plus sign, leading zeros, spaces, `0x1` or `1e0`. */
const CANONICAL = /^(?:0|-?[1-9]\d*)$/;

/** An integer in a URL, within bounds; only the canonical form is valid, so that each resource has one URL. */
export const numberInAddress = (min = 0, max: number = Number.MAX_SAFE_INTEGER) =>
  z
    .preprocess(
      (given) => (typeof given === 'string' && CANONICAL.test(given) ? Number(given) : given),
      z.number({ error: 'must be a whole number in digits' }).int().min(min).max(max),
    )
    // For the API page, because a preprocessed value has no schema of its own.
    .meta({ type: 'integer', minimum: min, maximum: max });

/** An id in a JSON body. */
export const id = z.int().min(1).max(MAX_ID);
/** Ids that restrict a scope; an empty list does not. */
export const scopeIds = z.array(id).max(500).default([]);
/** An id as a form sends it: a number or its digits; nothing else that coerces to one (true, [5], ''). */
export const idOrDigits = z.union(
  [
    id,
    z
      .string()
      .regex(/^[1-9]\d{0,9}$/)
      .transform(Number)
      .pipe(id),
  ],
  'must be a whole number',
);

/** A boolean, or 0 or 1 as a form sends it. */
export const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.literal('0'), z.literal('1')])
  .transform((value) => value === true || Number(value) === 1);

/** An id in a URL. */
export const idInAddress = numberInAddress(1, MAX_ID);

/** Comma-separated ids in a URL, distinct and in order: `12,7`. */
export const idsInAddress = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d*(?:,[1-9]\d*)*$/, 'must be comma-separated ids')
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .pipe(z.array(id).max(max));

/** The `{id}` of a path: numeric ids only; anything else does not match the path (C-002). */
export const idParams = z.object({ id: idInAddress });

const [FIRST_TIME, END_OF_TIME] = [Date.parse('0001-01-01'), Date.parse('9999-12-31')];

/** A day or time that the database can store and add a day to: it has no year 0, and in ISO form no year after 9999. */
export const storable = <S extends z.ZodType<string, string>>(time: S) =>
  time.refine((text) => {
    const at = Date.parse(text);
    // The format refuses what is no time.
    return Number.isNaN(at) || (at >= FIRST_TIME && at < END_OF_TIME);
  }, 'must be in the years 1 to 9999');

/** The `updated_at` that a save is based on: 409 if the record was saved since. Without it, the last save wins. */
export const knownQuery = z.strictObject({ known: storable(z.iso.datetime()).optional() });

/** A form part that contains JSON. */
export const jsonPart = <S extends z.ZodType>(schema: S, maxLength = 100_000) =>
  z
    .string()
    .max(maxLength)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
