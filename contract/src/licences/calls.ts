import { z } from 'zod';
import { defineCall } from '../call.ts';
import { decodedLicence, encodeBody, encodedLicence } from './schema.ts';

export const decodeLicence = defineCall({
  name: 'decodeLicence',
  method: 'POST',
  path: '/api/licence/decode',
  access: 'viewer',
  timeoutMs: 60_000,
  form: true,
  // A 2 MB file plus the form around it.
  bodyLimit: 2_101_248,
  summary:
    'Reads an uploaded licence file, the part `file`; `valid` only if it is unmodified and signed by one of the keys of this console.',
  body: z.strictObject({ file: z.file() }),
  answer: decodedLicence,
});

export const encodeLicence = defineCall({
  name: 'encodeLicence',
  method: 'POST',
  path: '/api/licence/encode',
  access: 'operator',
  timeoutMs: 60_000,
  summary: 'Signs the entries with the newest key; `binary` is the licence file in base64.',
  body: encodeBody,
  answer: encodedLicence,
});

export const listLicenceKeys = defineCall({
  name: 'listLicenceKeys',
  method: 'GET',
  path: '/api/licence/keys',
  access: 'viewer',
  summary: 'The public keys for verifying licences; the signing key (`signs`) comes first.',
  answer: z.object({
    keys: z.array(z.object({ id: z.string(), public_key: z.string(), signs: z.boolean() })),
  }),
});

export const licenceCalls = [decodeLicence, encodeLicence, listLicenceKeys];
