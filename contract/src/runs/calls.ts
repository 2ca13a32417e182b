import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { idInAddress, idParams, numberInAddress } from '../id.ts';
import { RUN_KINDS, RUN_OUTCOMES } from './rules.ts';
import { outputPiece, runKey, runRow } from './schema.ts';
import { newSequence, sequenceItem, sequenceKey, sequenceRow } from './sequence.ts';

export const listRuns = defineCall({
  name: 'listRuns',
  method: 'GET',
  path: '/api/run',
  access: 'viewer',
  topics: () => [TOPIC.runs],
  throttleMs: 250,
  summary: 'The runs, newest first, 50 at a time; `next` is the `before` of the next page.',
  query: z.strictObject({
    kind: z.enum(RUN_KINDS).optional(),
    outcome: z.enum(RUN_OUTCOMES).optional(),
    tenant: idInAddress.optional(),
    before: idInAddress.optional(),
    /** The run of one click, while the call that started it is still pending. */
    key: runKey.optional(),
    /** The caller's own finished runs that the caller has not been notified of yet. */
    untold: z.literal('1').optional(),
  }),
  response: z.object({ runs: z.array(runRow), next: z.int().nullable() }),
});

export const getRun = defineCall({
  name: 'getRun',
  method: 'GET',
  path: '/api/run/{id}',
  access: 'viewer',
  topics: (request) => [TOPIC.run(request.params.id)],
  throttleMs: 250,
  summary: 'One run. Its live topic is run:ID.',
  params: idParams,
  response: z.object({ run: runRow }),
});

export const readRunOutput = defineCall({
  name: 'readRunOutput',
  method: 'GET',
  path: '/api/run/{id}/output',
  access: 'operator',
  summary:
    'The output of a run from an offset (UTF-16 units), about 100 KB at a time: continue at `next` until it equals `length`; more follows while `outcome` is running, announced by the topic run:ID.',
  params: idParams,
  query: z.strictObject({ from: numberInAddress().default(0) }),
  response: z.object({
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
    'Requests the end of a run and terminates its command with all its processes. Release managers may end any run, others their own.',
  params: idParams,
  response: z.object({ run: runRow }),
});

export const tellRun = defineCall({
  name: 'tellRun',
  method: 'POST',
  path: '/api/run/{id}/told',
  access: 'viewer',
  summary:
    'Records that the caller was notified of the outcome of their run; the list of untold runs omits it from then on.',
  params: idParams,
  response: z.object({ run: runRow }),
});

export const releaseRun = defineCall({
  name: 'releaseRun',
  method: 'POST',
  path: '/api/run/{id}/release',
  access: 'release-manager',
  summary:
    'Gives up a run whose state is unknown (`unseen_since`), on the assurance of the caller that it is dead: it ends as unknown and releases its locks. Rejected for any other run.',
  params: idParams,
  response: z.object({ run: runRow }),
});

export const startSequence = defineCall({
  name: 'startSequence',
  method: 'POST',
  path: '/api/run-sequence',
  access: 'operator',
  summary:
    'Stores a sequence of runs that a browser is about to start one by one. Its clicks use the Idempotency-Key `seq.{key}.{item}`, from which the sequence derives its progress. It starts nothing itself.',
  body: newSequence,
  response: z.object({ sequence: sequenceRow }),
});

export const findSequence = defineCall({
  name: 'findSequence',
  method: 'GET',
  path: '/api/run-sequence',
  access: 'viewer',
  topics: () => [TOPIC.runs],
  summary: 'A sequence by its key, or the newest of a kind; null if there is none.',
  query: z.strictObject({ kind: z.enum(RUN_KINDS), key: sequenceKey.optional() }),
  response: z.object({ sequence: sequenceRow.nullable() }),
});

export const noteSequence = defineCall({
  name: 'noteSequence',
  method: 'PATCH',
  path: '/api/run-sequence/{key}',
  access: 'operator',
  summary:
    'Records that an item of a sequence was rejected before its run started, or that the remaining items are given up.',
  params: z.object({ key: sequenceKey }),
  body: z.union([
    z.strictObject({ refused: z.strictObject({ item: sequenceItem.shape.item, reason: z.string().max(1000) }) }),
    z.strictObject({ closed: z.literal(true) }),
  ]),
  response: z.object({ sequence: sequenceRow }),
});
