import { z } from 'zod';

const MAX_ID = 2_147_483_647;
/** A whole number in the one way of writing it: no sign but a minus, no zeros in front, no space, no `0x1` or `1e0`. */
const CANONICAL = /^(?:0|-?[1-9]\d*)$/;

/** A whole number of an address, where it is text; any other writing of it is no number, so that each thing has one address. */
const wholeNumber = (least: number, most: number) =>
  z
    .preprocess(
      (given) => (typeof given === 'string' ? (CANONICAL.test(given) ? Number(given) : given) : given),
      z.number({ error: 'must be a whole number in digits' }).int().min(least).max(most),
    )
    // What the API page says of it; a preprocessed value has no schema of its own.
    .meta({ type: 'integer', minimum: least, maximum: most });

/** The id of a thing in an address. */
export const idInAddress = wholeNumber(1, MAX_ID);
/** A number in an address from 0 on, or from another one. */
export const numberInAddress = (least = 0, most: number = Number.MAX_SAFE_INTEGER) => wholeNumber(least, most);
