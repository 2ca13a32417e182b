import { z } from 'zod';
import { id, scopeIds, storable } from '../id.ts';
import { line, name, zone } from '../texts.ts';
import { ALERT_KINDS, ALERT_STATES, CHANNEL_KINDS, KIND_WORDS, SEVERITIES } from './rules.ts';

const instant = z.iso.datetime();

const wallTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00');
const quietHours = z
  .strictObject({
    from: wallTime,
    to: wallTime,
    zone,
  })
  .refine(({ from, to }) => from !== to, { error: 'must end at a different time', path: ['to'] });

/** Scope of a rule or subscription; an empty list does not restrict it. */
const scope = z.strictObject({
  regions: scopeIds,
  environments: scopeIds,
  tenants: scopeIds,
  /** Shared views, each meaning the tenants that it lists at the time. */
  views: z.array(id).max(20).optional(),
});
export type AlertScope = z.infer<typeof scope>;

const ruleFields = {
  name,
  kind: z.enum(ALERT_KINDS),
  /** The limit, in the unit of the kind; null for kinds without one. */
  limit: z.int().nullable(),
  /** Minutes for which it must be exceeded; null for kinds without a duration. */
  minutes: z.int().nullable(),
  severity: z.enum(SEVERITIES),
  scope,
  quiet: quietHours.nullable(),
  /** Ids of channels. */
  channels: z.array(id).max(20),
  enabled: z.boolean(),
};

/** A rule as it is saved. */
export const ruleInput = z.strictObject(ruleFields).superRefine((rule, context) => {
  const words = KIND_WORDS[rule.kind];
  for (const field of ['limit', 'minutes'] as const) {
    const [bounds, value] = [words[field], rule[field]];
    const fault =
      bounds === null
        ? value !== null && 'must be null for this kind'
        : (value === null || value < bounds.min || value > bounds.max) && `must be from ${bounds.min} to ${bounds.max}`;
    if (fault !== false) context.addIssue({ code: 'custom', message: fault, path: [field] });
  }
  for (const field of ['tenants', 'views'] as const)
    if (!words.ofTenants && (rule.scope[field] ?? []).length > 0)
      context.addIssue({ code: 'custom', message: 'must be empty: this is not about tenants', path: ['scope', field] });
});
export type RuleInput = z.infer<typeof ruleInput>;

export const alertRule = z.object({
  id: z.int(),
  ...ruleFields,
  updated_at: instant,
  updated_by: z.string(),
  /** Number of unresolved alerts. */
  open: z.int(),
});
export type AlertRule = z.infer<typeof alertRule>;

/** A subject of an alert, and what is wrong with it. */
const alertMember = z.object({
  label: z.string(),
  detail: z.string(),
  tenant_id: z.int().nullable(),
  /** Path within the console. */
  link: z.string(),
  since: instant,
  ended_at: instant.nullable(),
});

export const alertRow = z.object({
  id: z.int(),
  title: z.string(),
  severity: z.enum(SEVERITIES),
  state: z.enum(ALERT_STATES),
  rule: z.object({ id: z.int(), name: z.string(), kind: z.enum(ALERT_KINDS) }),
  /** When its first subject started failing. */
  since: instant,
  opened_at: instant,
  resolved_at: instant.nullable(),
  /** True while it comes and goes: nothing more is sent until it has been quiet for half an hour. */
  flapping: z.boolean(),
  /** How often it recurred. */
  returns: z.int(),
  acknowledged: z.object({ by: z.string(), at: instant, until: instant.nullable(), note: z.string() }).nullable(),
  /** Its subjects, failing ones first, at most 50. */
  members: z.array(alertMember),
  /** Subjects failing now, and all that ever failed. */
  failing: z.int(),
  count: z.int(),
});
export type AlertRow = z.infer<typeof alertRow>;

const DELIVERY_STATES = ['waiting', 'sent', 'given-up', 'skipped'] as const;
const ALERT_EVENTS = ['opened', 'resolved', 'flapping', 'reminder', 'test'] as const;
export type AlertEvent = (typeof ALERT_EVENTS)[number];

export const delivery = z.object({
  /** Unique; receivers use it to detect duplicates. */
  id: z.string(),
  channel: z.object({ id: z.int(), name: z.string() }),
  alert_id: z.int().nullable(),
  event: z.enum(ALERT_EVENTS),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  created_at: instant,
  sent_at: instant.nullable(),
  /** When it is retried; null when it is not. */
  due_at: instant.nullable(),
  /** The receiver's response, or the error. */
  outcome: z.string().nullable(),
  /** The subscriber it is for; null: the receivers of the channel. */
  person: z.string().nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** The body of a webhook. */
const alertMessage = z.object({
  version: z.literal(1),
  /** The same for every retry of this message; also sent as the header Idempotency-Key. */
  id: z.string(),
  event: z.enum(ALERT_EVENTS),
  at: instant,
  alert: z
    .object({
      id: z.int(),
      title: z.string(),
      severity: z.enum(SEVERITIES),
      rule: z.object({ id: z.int(), name: z.string(), kind: z.enum(ALERT_KINDS) }),
      since: instant,
      resolved_at: instant.nullable(),
      /** From `since` to `resolved_at`. */
      length_seconds: z.int().nullable(),
      returns: z.int(),
      /** Number of subjects, and the first 50 of them. */
      count: z.int(),
      members: z.array(alertMember.omit({ ended_at: true })),
      /** Its page. */
      url: z.string().nullable(),
    })
    .nullable(),
});
export type AlertMessage = z.infer<typeof alertMessage>;

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(2_000)
  .refine((text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''), {
    error: 'must not contain a user name or a password',
  });
const secret = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\x20-\x7e]+$/, 'must be printable ASCII');
const address = z.email().max(254);

/** Null keeps a stored secret. */
const hook = { url: httpUrl.nullable() };
const channelSettings = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('webhook'),
    ...hook,
    /** Signing key; at least 16 characters. */
    secret: secret.min(16).nullable(),
  }),
  z.strictObject({ kind: z.literal('slack'), ...hook }),
  z.strictObject({ kind: z.literal('teams'), ...hook }),
  z.strictObject({
    kind: z.literal('email'),
    host: z
      .string()
      .min(1)
      .max(253)
      .regex(/^[A-Za-z0-9.:-]+$/, 'must be a host name'),
    port: z.int().min(1).max(65_535),
    /** Implicit TLS (465), required STARTTLS, or none for a relay without TLS. */
    security: z.enum(['starttls', 'tls', 'none']),
    user: line(200).nullable(),
    password: secret.nullable(),
    from: address,
    to: z.array(address).min(1).max(20),
    /** Personal subscriptions are sent through this server, too. */
    people: z.boolean().default(false),
  }),
]);
export type ChannelSettings = z.infer<typeof channelSettings>;

/** A channel as it is saved. */
export const channelInput = z.strictObject({ name, enabled: z.boolean(), settings: channelSettings });
export type ChannelInput = z.infer<typeof channelInput>;

export const alertChannel = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  enabled: z.boolean(),
  /** Destination without secrets: the host of a webhook, or the recipients of e-mail. */
  target: z.string(),
  /** E-mail only. */
  email: z
    .object({
      host: z.string(),
      port: z.int(),
      security: z.enum(['starttls', 'tls', 'none']),
      user: z.string().nullable(),
      from: z.string(),
      to: z.array(z.string()),
      people: z.boolean(),
    })
    .nullable(),
  /** Rules that use it. */
  rules: z.int(),
  waiting: z.int(),
  last: delivery.nullable(),
  updated_at: instant,
  updated_by: z.string(),
});
export type AlertChannel = z.infer<typeof alertChannel>;

const subscriptionFields = {
  /** The address the messages are sent to. */
  email: address,
  /** Ids of rules; an empty list does not restrict. */
  rules: scopeIds,
  severities: z.array(z.enum(SEVERITIES)).min(1).max(SEVERITIES.length),
  scope,
};

/** The alerts that a person wants to be notified of. */
export const subscriptionInput = z.strictObject(subscriptionFields);
export type SubscriptionInput = z.infer<typeof subscriptionInput>;

export const alertSubscription = z.object({
  id: z.int(),
  ...subscriptionFields,
  person: z.string(),
  /** It belongs to the caller. */
  own: z.boolean(),
  /** The person is disabled or deleted and receives nothing. */
  off: z.boolean(),
  created_at: instant,
  /** When the last message was sent. */
  last_sent_at: instant.nullable(),
});
export type AlertSubscription = z.infer<typeof alertSubscription>;

export const acknowledgement = z.strictObject({
  /** End of the acknowledgement; null: until it is resolved. */
  until: storable(instant).nullable(),
  note: line(500),
});

/** One message of a preview. */
export const previewedMessage = z.object({ at: instant, event: z.enum(ALERT_EVENTS), title: z.string() });
