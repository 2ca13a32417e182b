import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../../lib/testing/render-page.tsx';
import { TokenDialog } from './add-token-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';

const onClose = vi.fn<() => void>();
const link = { id: 2, name: 'priya.shah', link: '/link#abc', ends_at: '2026-11-22T09:00:00.000Z' };
const made = { token: 'mc_secret', created: { name: 'backup' } } as Parameters<typeof TokenDialog>[0]['made'];

it.each([
  { secret: 'one-time link', dialog: <LinkDialog link={link} onClose={onClose} /> },
  { secret: 'API token', dialog: <TokenDialog made={made} onClose={onClose} /> },
])('keeps the $secret until it is dismissed', async ({ dialog }) => {
  onClose.mockClear();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() - 60_000);
  const { user } = renderUi(dialog);
  clock.mockRestore();
  await user.click(screen.getByRole('dialog').parentElement ?? document.body);
  // A second Enter, and the second click of a double click, meant for what has opened it.
  screen.getByRole('textbox').focus();
  await user.keyboard('{Enter}{Escape}');
  fireEvent.click(screen.getByRole('button', { name: 'Done' }), { detail: 2 });
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(onClose).toHaveBeenCalledOnce();
});
