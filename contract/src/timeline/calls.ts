import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idInAddress, numberInAddress, storable } from '../id.ts';
import { slug } from '../texts.ts';
import { ofTimeline } from '../topics.ts';
import { isTimelineKind, MAX_TIMELINE_PAGE, TIMELINE_KINDS, TIMELINE_PARTS, type TimelineKind } from './kinds.ts';

/** A past or expected event. Contains no values of settings, hence no secrets. */
export const timelineEntry = z.object({
  /** Unique among all entries. */
  id: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  text: z.string(),
  meaning: z.enum(['bad', 'warn', 'good', 'plain']),
  /** Who did it; null if nobody did. */
  actor: z.string().nullable(),
  tenant: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Path of its page; null if it no longer has one. */
  path: z.string().nullable(),
  /** Where it can be undone. */
  undo: z.object({ label: z.string(), path: z.string() }).nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

const kinds = z
  .string()
  .max(300)
  .transform((text) => [...new Set(text.split(','))])
  .refine((all): all is TimelineKind[] => all.every(isTimelineKind), {
    error: `must be some of ${TIMELINE_KINDS.join(', ')}, separated by commas`,
  });

const time = storable(z.iso.datetime());

const scopeFields = {
  tenant: idInAddress.optional(),
  environment: idInAddress.optional(),
  /** Host of a server. */
  server: slug.optional(),
  /** Comma-separated kinds; all when absent. */
  kinds: kinds.optional(),
  /** Inclusive; unlimited when absent. */
  from: time.optional(),
  /** Exclusive; defaults to now. */
  to: time.optional(),
};
const isOneScope = ({
  tenant,
  environment,
  server,
}: {
  tenant?: number | undefined;
  environment?: number | undefined;
  server?: string | undefined;
}): boolean => [tenant, environment, server].filter((one) => one !== undefined).length <= 1;
const ONE_SCOPE = { error: 'Choose one of tenant, environment and server.', path: ['tenant'] };

export const listTimeline = defineCall({
  name: 'listTimeline',
  method: 'GET',
  path: '/api/timeline',
  access: 'viewer',
  topics: ({ query }) => ofTimeline(query),
  throttleMs: 2_000,
  summary:
    'What happened to a tenant, an environment, a server or the fleet, newest first or, with `order=oldest`, oldest first: changes, deploys, outages, alerts, cron failures, stopped reports, and the dates of licences and certificates. A page may be shorter than its limit, or empty, and still have a `next`.',
  query: z
    .strictObject({
      ...scopeFields,
      /** Sort order. */
      order: z.enum(['newest', 'oldest']).default('newest'),
      /** `next` of the previous page of the same order. */
      cursor: z
        .string()
        .regex(/^\d{1,17}\.\d{1,2}\.\d{1,16}$/, 'must be the next of a page')
        .optional(),
      limit: numberInAddress(1, MAX_TIMELINE_PAGE).default(50),
    })
    .refine(isOneScope, ONE_SCOPE),
  response: z.object({
    /** Name of the tenant, environment or server; null: the fleet. */
    about: z.string().nullable(),
    entries: z.array(timelineEntry),
    next: z.string().nullable(),
  }),
});

export const getTimelineOverview = defineCall({
  name: 'getTimelineOverview',
  method: 'GET',
  path: '/api/timeline/overview',
  access: 'viewer',
  topics: ({ query }) => ofTimeline(query),
  throttleMs: 2_000,
  summary: `The number of entries of the timeline by kind, in ${TIMELINE_PARTS} equal parts of a range. Counts the newest 2,000; \`since\` is where counting starts.`,
  query: z
    .strictObject({ ...scopeFields, from: time, to: time })
    .refine(isOneScope, ONE_SCOPE)
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { error: 'must be before `to`', path: ['from'] }),
  response: z.object({
    /** Parts with entries, by index. */
    parts: z.array(z.object({ part: z.int(), counts: z.partialRecord(z.enum(TIMELINE_KINDS), z.int()) })),
    /** Entries from this time on are counted; null: the whole range. */
    since: z.string().nullable(),
  }),
});
