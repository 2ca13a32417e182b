import { z } from 'zod';
import { defineCall } from '../call.ts';
import { checked } from '../texts.ts';
import { entryNameFault, filenameFault, LICENCE_LIMITS } from './rules.ts';

const entries = z.record(
  checked(entryNameFault),
  z.union([z.string().max(LICENCE_LIMITS.value), z.number(), z.boolean()]),
);

/** The entries of a licence by name. */
export const licence = entries.superRefine((all, context) => {
  const count = Object.keys(all).length;
  if (count === 0) context.addIssue({ code: 'custom', message: 'A licence needs at least one entry.' });
  if (count > LICENCE_LIMITS.entries)
    context.addIssue({ code: 'custom', message: `A licence has at most ${LICENCE_LIMITS.entries} entries.` });
});

/** Response of `POST /api/licence/decode`; `reason` states why a file is invalid, '' when it is valid. */
export const decodedLicence = z.object({
  valid: z.boolean(),
  licence: entries,
  /** The names in file order, which JSON objects lose for names that look like integers. */
  order: z.array(z.string()),
  reason: z.string(),
});
export type DecodedLicence = z.infer<typeof decodedLicence>;

export const encodeBody = z
  .strictObject({
    licence,
    filename: checked(filenameFault),
    /** The names in file order; defaults to the order of the object. */
    order: z.array(z.string()).max(LICENCE_LIMITS.entries).optional(),
  })
  .superRefine(({ licence: all, order }, context) => {
    const names = new Set(order);
    const complete = order === undefined || (names.size === order.length && names.size === Object.keys(all).length);
    if (!complete || order?.some((name) => !Object.hasOwn(all, name)))
      context.addIssue({ code: 'custom', path: ['order'], message: 'must name each entry once' });
  });

/** Response of `POST /api/licence/encode`; `binary` is the file in base64. */
export const encodedLicence = z.object({ binary: z.base64(), filename: z.string() });
export type EncodedLicence = z.infer<typeof encodedLicence>;

export const decodeLicence = defineCall({
  name: 'decodeLicence',
  method: 'POST',
  path: '/api/licence/decode',
  access: 'viewer',
  timeoutMs: 60_000,
  form: true,
  // A 2 MB file plus the form.
  bodyLimit: 2_101_248,
  summary:
    'Reads an uploaded licence file, the part `file`; `valid` only if it is unmodified and signed by one of this console’s keys.',
  body: z.strictObject({ file: z.file() }),
  response: decodedLicence,
});

export const encodeLicence = defineCall({
  name: 'encodeLicence',
  method: 'POST',
  path: '/api/licence/encode',
  access: 'release-manager',
  timeoutMs: 60_000,
  summary: 'Signs the entries with the newest key; `binary` is the licence file in base64.',
  body: encodeBody,
  response: encodedLicence,
});

export const listLicenceKeys = defineCall({
  name: 'listLicenceKeys',
  method: 'GET',
  path: '/api/licence/keys',
  access: 'viewer',
  summary: 'The public keys for verifying licences; the signing key (`signs`) comes first.',
  response: z.object({
    keys: z.array(z.object({ id: z.string(), public_key: z.string(), signs: z.boolean() })),
  }),
});
