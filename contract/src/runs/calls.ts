import { z } from 'zod';
import { idInAddress, numberInAddress } from '../id.ts';
import { defineCall } from '../call.ts';
import { RUN_KINDS, RUN_OUTCOMES } from './kinds.ts';
import { sequenceItem, sequenceKey, sequenceRow } from './sequence.ts';
import { outputPiece, runKey, runRow } from './schema.ts';

const params = z.object({ id: idInAddress });

export const listRuns = defineCall({
  name: 'listRuns',
  method: 'GET',
  path: '/api/run',
  access: 'viewer',
  summary: 'The runs, newest first, 50 at a time; `next` is the `before` of the page after it.',
  query: z.strictObject({
    kind: z.enum(RUN_KINDS).optional(),
    outcome: z.enum(RUN_OUTCOMES).optional(),
    tenant: idInAddress.optional(),
    before: idInAddress.optional(),
    /** The run of one click, while the call that started it is still open. */
    key: runKey.optional(),
    /** The caller's own runs that have ended and of whose end the caller was not told yet. */
    untold: z.literal('1').optional(),
  }),
  answer: z.object({ runs: z.array(runRow), next: z.int().nullable() }),
});

export const getRun = defineCall({
  name: 'getRun',
  method: 'GET',
  path: '/api/run/{id}',
  access: 'viewer',
  summary: 'One run. Its live topic is run:ID.',
  params,
  answer: z.object({ run: runRow }),
});

export const readRunOutput = defineCall({
  name: 'readRunOutput',
  method: 'GET',
  path: '/api/run/{id}/output',
  access: 'viewer',
  summary:
    'The output of a run from an offset (UTF-16 units), about 100 KB at a time: go on at `next` until it equals `length`; more comes while `outcome` is running, announced by the topic run:ID.',
  params,
  query: z.strictObject({ from: numberInAddress().default(0) }),
  answer: z.object({
    pieces: z.array(outputPiece),
    next: z.int(),
    length: z.int(),
    outcome: z.enum(RUN_OUTCOMES),
  }),
});

export const abortRun = defineCall({
  name: 'abortRun',
  method: 'POST',
  path: '/api/run/{id}/abort',
  access: 'operator',
  summary:
    'Asks a run to end; what it runs is ended with all its processes. Release managers may end any run, others their own.',
  params,
  answer: z.object({ run: runRow }),
});

export const tellRun = defineCall({
  name: 'tellRun',
  method: 'POST',
  path: '/api/run/{id}/told',
  access: 'viewer',
  summary:
    'Notes that the caller was told how a run of theirs ended; the list of untold runs leaves it out from then on.',
  params,
  answer: z.object({ run: runRow }),
});

export const releaseRun = defineCall({
  name: 'releaseRun',
  method: 'POST',
  path: '/api/run/{id}/release',
  access: 'release-manager',
  summary:
    'Gives up a run that nobody can see (`unseen_since`), on your word that it is dead: it ends as unknown and its locks are free. Refused for any other run.',
  params,
  answer: z.object({ run: runRow }),
});

export const startSequence = defineCall({
  name: 'startSequence',
  method: 'POST',
  path: '/api/run-sequence',
  access: 'operator',
  summary:
    'Keeps what a browser is going to run one after the other. The clicks of its items have the Idempotency-Key `seq.{key}.{item}`; by them the sequence knows how far it is. It starts nothing itself.',
  body: z.strictObject({
    key: sequenceKey,
    kind: z.enum(RUN_KINDS),
    facts: z.record(z.string().max(40), z.string().max(300)),
    items: z.array(z.strictObject(sequenceItem.shape)).min(1).max(10_000),
  }),
  answer: z.object({ sequence: sequenceRow }),
});

export const findSequence = defineCall({
  name: 'findSequence',
  method: 'GET',
  path: '/api/run-sequence',
  access: 'viewer',
  summary: 'A sequence by its key, or else the newest one of a kind; null without one.',
  query: z.strictObject({ kind: z.enum(RUN_KINDS), key: sequenceKey.optional() }),
  answer: z.object({ sequence: sequenceRow.nullable() }),
});

export const noteSequence = defineCall({
  name: 'noteSequence',
  method: 'PATCH',
  path: '/api/run-sequence/{key}',
  access: 'operator',
  summary: 'Notes that an item of a sequence was refused before there was a run, or that what is left is given up.',
  params: z.object({ key: sequenceKey }),
  body: z.union([
    z.strictObject({ refused: z.strictObject({ item: sequenceItem.shape.item, reason: z.string().max(1000) }) }),
    z.strictObject({ closed: z.literal(true) }),
  ]),
  answer: z.object({ sequence: sequenceRow }),
});

export const runCalls = [
  listRuns,
  getRun,
  readRunOutput,
  abortRun,
  releaseRun,
  tellRun,
  startSequence,
  findSequence,
  noteSequence,
];
