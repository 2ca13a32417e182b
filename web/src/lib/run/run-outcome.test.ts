import type { RunKind } from '@mission-control/contract/runs/rules';
import { describe, expect, it } from 'vitest';
import { endOfSequence, outcomeOf } from './run-outcome.ts';

const run = (kind: RunKind, facts: Record<string, unknown>, error: string | null = null) => ({
  kind,
  facts,
  error,
  outcome: error === null ? ('succeeded' as const) : ('failed' as const),
  started_at: '2026-11-21T08:00:00.000Z',
  ended_at: '2026-11-21T08:01:41.200Z',
});
const said = (...wanted: Parameters<typeof run>) => outcomeOf(run(...wanted))?.text;

describe('the end of a run is reported in the documented wording', () => {
  it.each([
    ['release', { version: '4.18.2' }, 'Release 4.18.2 created in 101 seconds.', 'Failed to create release - no'],
    ['deploy', { version: '4.18.2', env: 'qa' }, 'Release 4.18.2 deployed to qa.', 'Failed to deploy release - no'],
    ['seed', { tenant: 'Elm' }, 'Tenant Elm seed complete', 'Failed to seed tenant - no'],
    [
      'translations',
      { type: 'strive-bg' },
      'Successfully uploaded strive-bg translations to Straker',
      'Failed to upload translations to Straker - no',
    ],
  ] as const)('%s [REL-14, REL-15, DEP-11, DEP-12, SEED-09, SEED-10, TRN-07, TRN-08]', (kind, facts, good, bad) => {
    expect(said(kind, facts)).toBe(good);
    expect(said(kind, facts, 'no')).toBe(bad);
  });

  it('for a saved branding, and for a failed regenerated one; its success is silent [BRD-23, BRD-24, RGN-16]', () => {
    expect(said('branding-generation', { saved: true })).toBe('Branding and content settings saved successfully!');
    expect(outcomeOf(run('branding-generation', { saved: true }, 'No theme.'))).toEqual({
      meaning: 'error',
      text: 'Failed to save branding settings. Please try again.',
      detail: 'The settings are saved, but their files were not generated: No theme.',
    });
    expect(outcomeOf(run('branding-generation', { saved: false, tenant: 'Elm' }))).toBeNull();
    expect(said('branding-generation', { saved: false, tenant: 'Elm' }, 'no')).toBe(
      'Failed to regenerate branding for Elm',
    );
  });

  it('with "?" without a reason, and at least one second', () => {
    expect(said('release', { version: '1' }, '')).toBe('Failed to create release - ?');
    expect(outcomeOf({ ...run('release', { version: '1' }), ended_at: '2026-11-21T08:00:00.100Z' })?.text).toBe(
      'Release 1 created in 1 seconds.',
    );
  });
});

describe('the end of a sequence', () => {
  const item = { item: 'dev', name: 'dev', state: 'succeeded' as const, run_id: 1, error: null, seconds: 5 };
  const started = '2026-11-21T08:00:00.000Z';
  const at = { started_by: 'Amelia Hart', started_at: started, active_at: started, idle_ms: 0, closed_at: null };
  const builds = { key: 'sequence-1', kind: 'release' as const, facts: { tag: '2.31.0' }, ...at };

  it('of builds is reported once, with the total seconds, when the last one has succeeded [REL-13, REL-14]', () => {
    const left = { ...item, state: 'waiting' as const, seconds: null };
    expect(endOfSequence({ ...builds, items: [item, left] })).toBeNull();
    expect(endOfSequence({ ...builds, items: [item, { ...item, state: 'failed' }] })).toBeNull();
    expect(endOfSequence({ ...builds, items: [item, { ...item, seconds: 7 }] })?.text).toBe(
      'Release 2.31.0 created in 12 seconds.',
    );
  });

  it('of brandings is reported when all are processed, failed ones included [RGN-12]', () => {
    const brandings = { ...builds, kind: 'branding-generation' as const };
    expect(endOfSequence({ ...brandings, items: [item, { ...item, state: 'failed' }] })?.text).toBe(
      'All active brandings have been processed.',
    );
  });
});
