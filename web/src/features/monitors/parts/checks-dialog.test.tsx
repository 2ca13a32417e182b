import { CHECK_DEFAULTS } from '@mission-control/contract/monitors/rules';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderUi } from '../../../lib/testing/render-page.tsx';
import { ChecksDialog } from './checks-dialog.tsx';

const DRAFT = '/api/draft/checks%3A7';
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

it('restores unsaved check settings of a monitor, and saves them on top of what others saved', async () => {
  const value = JSON.stringify([
    ['path', '/', '/health'],
    ['timeout_ms', '10', '2.5'],
  ]);
  const draft = { value, version: 1, saved_at: '2026-02-01T10:00:00.000Z', base: '', writer: 'x' };
  const arrived = startFakeServer({ [`GET ${DRAFT}`]: { person: 1, draft } });
  const { user, rerender } = renderUi(<ChecksDialog id={7} checks={CHECK_DEFAULTS} onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Keep' }));
  expect([valueOf('Path'), valueOf('Timeout (seconds)')]).toEqual(['/health', '2.5']);
  const theirs = { ...CHECK_DEFAULTS, slow_ms: 900 };
  rerender(<ChecksDialog id={7} checks={theirs} onClose={() => undefined} />);
  await waitFor(() => expect(valueOf('Slow from (ms)')).toBe('900'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(arrived.findLast(({ call }) => call === 'PUT /api/monitor/7/checks')?.body).toEqual({
      checks: { ...theirs, path: '/health', timeout_ms: 2_500 },
      known: theirs,
    }),
  );
});

it('shows both values of a setting that somebody else saved meanwhile', async () => {
  startFakeServer({});
  const { user, rerender } = renderUi(<ChecksDialog id={7} checks={CHECK_DEFAULTS} onClose={() => undefined} />);
  await user.clear(screen.getByLabelText('Path'));
  await user.type(screen.getByLabelText('Path'), '/mine');
  rerender(<ChecksDialog id={7} checks={{ ...CHECK_DEFAULTS, path: '/theirs' }} onClose={() => undefined} />);
  const choice = await screen.findByRole('dialog', { name: 'These settings were saved elsewhere in the meantime' });
  expect(choice.textContent).toMatch(/Path.*Before\/.*Use saved value\/theirs.*Keep mine\/mine/);
});
