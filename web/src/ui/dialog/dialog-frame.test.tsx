import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { DialogFrame } from './dialog-frame.tsx';

/** Opens a dialog as if `ago` ms had passed since, and clicks beside it. */
async function clickBeside(ago: number) {
  const onClose = vi.fn<() => void>();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() - ago);
  render(<DialogFrame open title="Deploy?" onClose={onClose} foot={null} />);
  clock.mockRestore();
  const beside = screen.getByRole('dialog').parentElement;
  await userEvent.click(beside ?? document.body);
  return onClose;
}

it('ignores the second click of the double click that opened it', async () => {
  // As on a busy machine that renders late.
  expect(await clickBeside(-60_000)).not.toHaveBeenCalled();
});

it('closes on an outside click', async () => {
  expect(await clickBeside(60_000)).toHaveBeenCalledOnce();
});
