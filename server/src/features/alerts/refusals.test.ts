import { eq, sql } from 'drizzle-orm';
import type { ChannelInput, RuleInput } from '@mission-control/contract/alerts/schema';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { lockAwaited } from '../../platform/testing/lock-awaited.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { acknowledgeAlert, reopenAlert } from './acknowledge-alert.ts';
import { openSecrets } from './channel-secrets.ts';
import { addAlertChannel, deleteAlertChannel, saveAlertChannel } from './save-channel.ts';
import { addAlertRule, deleteAlertRule, saveAlertRule } from './save-rule.ts';
import { alertChannels, alerts } from './tables.ts';
import { downRule } from './testing/alert-fleet.ts';

const t = setUpTestCtx();
let ctx: Ctx;
beforeAll(() => void (ctx = t.as({})));
beforeEach(() => t.db.execute(sql`truncate alerts, alert_rules, alert_channels restart identity cascade`));

const settings = { kind: 'webhook', url: 'https://hooks.example/one', secret: 'a key of sixteen letters' } as const;
const channelOf = (more: Partial<ChannelInput> = {}): ChannelInput => ({
  name: 'On call',
  enabled: true,
  settings,
  ...more,
});
const kept = { kind: 'webhook', url: null, secret: null } as const;
const refusedAs = (code: string) => expect.objectContaining({ code }) as Error;

async function addAlert(state: 'open' | 'resolved'): Promise<number> {
  const { id: ruleId } = await addAlertRule(ctx, downRule());
  const at = t.clock.now();
  const facts = { ruleId, cause: 'site', title: 'Site down', severity: 'critical', since: at, openedAt: at } as const;
  const [alert] = await t.db
    .insert(alerts)
    .values({ ...facts, state, resolvedAt: state === 'resolved' ? at : null })
    .returning();
  return alert?.id ?? 0;
}

/** How many of several concurrent changes of the same state are stored. */
async function countStored(save: (at: number) => Promise<unknown>): Promise<number> {
  const ended = await Promise.allSettled(Array.from({ length: 6 }, (_, at) => save(at)));
  return ended.filter(({ status }) => status === 'fulfilled').length;
}

describe('an alert', () => {
  it('that is resolved can be neither acknowledged nor reopened', async () => {
    const id = await addAlert('resolved');
    await expect(acknowledgeAlert(ctx, id, { until: null, note: '' })).rejects.toThrow(refusedAs('conflict'));
    await expect(reopenAlert(ctx, id)).rejects.toThrow(refusedAs('conflict'));
    expect((await t.db.select().from(alerts))[0]?.state).toBe('resolved');
  });

  it('that is resolved concurrently is not acknowledged', async () => {
    const id = await addAlert('open');
    const resolved = Promise.withResolvers<void>();
    const other = t.db.transaction(async (tx) => {
      await tx.update(alerts).set({ state: 'resolved', resolvedAt: t.clock.now() }).where(eq(alerts.id, id));
      resolved.resolve();
      await lockAwaited(tx);
    });
    await resolved.promise;
    await expect(acknowledgeAlert(ctx, id, { until: null, note: '' })).rejects.toThrow(refusedAs('conflict'));
    await other;
    expect((await t.db.select().from(alerts))[0]?.state).toBe('resolved');
  });

  it('can only be acknowledged until a time in the future', async () => {
    const id = await addAlert('open');
    const until = t.clock.now().toISOString();
    await expect(acknowledgeAlert(ctx, id, { until, note: '' })).rejects.toThrow(refusedAs('bad_request'));
    expect((await t.db.select().from(alerts))[0]?.state).toBe('open');
  });
});

describe('a rule', () => {
  it('cannot change what it watches, nor be saved once it is deleted', async () => {
    const { id } = await addAlertRule(ctx, downRule());
    const other: RuleInput = downRule({ kind: 'cron-failed', limit: null });
    await expect(saveAlertRule(ctx, id, other)).rejects.toThrow(refusedAs('bad_request'));
    await deleteAlertRule(ctx, id);
    await expect(saveAlertRule(ctx, id, downRule())).rejects.toThrow(refusedAs('not_found'));
  });

  it('accepts only one of several saves based on the same version', async () => {
    const { id, updated_at: known } = await addAlertRule(ctx, downRule());
    t.clock.advance(1);
    expect(await countStored((at) => saveAlertRule(ctx, id, downRule({ name: `Rule ${at}` }), known))).toBe(1);
  });
});

describe('a channel', () => {
  it('requires its secrets on creation, cannot change its kind, and cannot be saved once it is deleted', async () => {
    for (const missing of [{ url: null }, { secret: null }])
      await expect(addAlertChannel(ctx, channelOf({ settings: { ...settings, ...missing } }))).rejects.toThrow(
        refusedAs('bad_request'),
      );
    const { id } = await addAlertChannel(ctx, channelOf());
    const chat = channelOf({ settings: { kind: 'slack', url: 'https://hooks.example/two' } });
    await expect(saveAlertChannel(ctx, id, chat)).rejects.toThrow(refusedAs('bad_request'));
    await deleteAlertChannel(ctx, id);
    await expect(saveAlertChannel(ctx, id, channelOf())).rejects.toThrow(refusedAs('not_found'));
    expect(await t.db.select({ url: alertChannels.url }).from(alertChannels)).toEqual([{ url: null }]);
  });

  it('keeps the password of its mail server, except to send it without encryption', async () => {
    const mail = { kind: 'email', host: 'mail.example.com', port: 587, user: 'console', people: false } as const;
    const parties = { from: 'console@example.com', to: ['ops@example.com'] };
    const of = (security: 'starttls' | 'tls' | 'none', password: string | null) =>
      channelOf({ settings: { ...mail, ...parties, security, password } });
    const { id } = await addAlertChannel(ctx, of('starttls', 'hush'));
    await saveAlertChannel(ctx, id, of('tls', null));
    await expect(saveAlertChannel(ctx, id, of('none', null))).rejects.toMatchObject({
      code: 'bad_request',
      fields: { 'settings.password': expect.stringContaining('Enter the secret again') as string },
    });
    await saveAlertChannel(ctx, id, of('none', 'hush'));
    await saveAlertChannel(ctx, id, of('none', null));
  });

  it('accepts only one of several saves based on the same version', async () => {
    const { id, updated_at: known } = await addAlertChannel(ctx, channelOf());
    t.clock.advance(1);
    const save = (at: number) => saveAlertChannel(ctx, id, channelOf({ name: `Channel ${at}`, settings: kept }), known);
    expect(await countStored(save)).toBe(1);
  });

  it('has secrets that cannot be decrypted for another channel, and none once it is deleted', async () => {
    const [one, two] = [await addAlertChannel(ctx, channelOf()), await addAlertChannel(ctx, channelOf())];
    const [first, second] = await t.db.select().from(alertChannels).orderBy(alertChannels.id);
    if (!first || !second) throw new Error('two');
    expect(openSecrets(ctx.secrets, first)).toEqual({ url: settings.url, secret: settings.secret });
    expect(() => openSecrets(ctx.secrets, { ...second, url: first.url, secret: first.secret })).toThrow();
    await deleteAlertChannel(ctx, one.id);
    await deleteAlertChannel(ctx, two.id);
    const left = await t.db.select({ url: alertChannels.url, secret: alertChannels.secret }).from(alertChannels);
    expect(left).toEqual([
      { url: null, secret: null },
      { url: null, secret: null },
    ]);
  });
});
