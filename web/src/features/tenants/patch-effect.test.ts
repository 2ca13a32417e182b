import { describe, expect, it } from 'vitest';
import { patchEffect } from './patch-effect.ts';
import { testTenant } from './testing/tenant.ts';

const effect = (patch: Parameters<typeof patchEffect>[1], staging = false) =>
  patchEffect(testTenant({ staging }), patch);

describe('what a click does to a production tenant', () => {
  it.each([
    [
      { coursepro_tenant: { maintenance: true } },
      /CoursePro .* maintenance/,
      { coursepro_tenant: { maintenance: false } },
    ],
    [{ strive_tenant: { cron: false } }, /Cron of Strive is off/, { strive_tenant: { cron: true } }],
    [{ status: false }, /inactive/, { status: true }],
    [{ staging: true }, /no longer a production tenant/, { staging: false }],
  ])('%j is reported, with its undo', (patch, text, undo) => {
    expect(effect(patch)?.text).toMatch(text);
    expect(effect(patch)?.undo).toEqual(undo);
  });

  it.each([{ coursepro_tenant: { maintenance: false } }, { strive_tenant: { cron: true } }, { status: true }])(
    '%j affects nobody',
    (patch) => expect(effect(patch)).toBeNull(),
  );

  it('does not matter for a training or test site', () => {
    expect(effect({ status: false }, true)).toBeNull();
  });
});
