import { z } from 'zod';

/** The largest id of the database. */
export const MAX_ID = 2_147_483_647;
/** Canonical form of an integer: no plus sign, leading zeros, spaces, `0x1` or `1e0`. */
const CANONICAL = /^(?:0|-?[1-9]\d*)$/;

/** An integer in a URL, as text; only the canonical form is valid, so that each resource has one URL. */
const wholeNumber = (min: number, max: number) =>
  z
    .preprocess(
      (given) => (typeof given === 'string' ? (CANONICAL.test(given) ? Number(given) : given) : given),
      z.number({ error: 'must be a whole number in digits' }).int().min(min).max(max),
    )
    // For the API page, because a preprocessed value has no schema of its own.
    .meta({ type: 'integer', minimum: min, maximum: max });

/** An id in a URL. */
export const idInAddress = wholeNumber(1, MAX_ID);
/** An integer in a URL, within bounds. */
export const numberInAddress = (min = 0, max: number = Number.MAX_SAFE_INTEGER) => wholeNumber(min, max);

/** Comma-separated ids in a URL, distinct and in order: `12,7`. */
export const idsInAddress = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d*(?:,[1-9]\d*)*$/, 'must be comma-separated ids')
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .pipe(z.array(z.int().max(MAX_ID)).max(max));

/** Numeric ids only; anything else does not match the path (C-002). */
export const tenantParams = z.object({ id: idInAddress });

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
