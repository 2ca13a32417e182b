import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { MenuButton } from '../action/menu-button.tsx';
import { SearchField } from '../field/search-field.tsx';
import { UiProvider } from '../theme/ui-provider.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogFrame } from './dialog-frame.tsx';

/** Opens a dialog as if `ago` ms had passed since, and clicks beside it. */
async function clickBeside(ago: number) {
  const onClose = vi.fn<() => void>();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() - ago);
  render(<DialogFrame open title="Deploy?" onClose={onClose} footer={null} />);
  clock.mockRestore();
  const beside = screen.getByRole('dialog').parentElement;
  await userEvent.click(beside ?? document.body);
  return onClose;
}

it('ignores the second click of the double click that opened it', async () => {
  // As on a busy machine that renders late.
  expect(await clickBeside(-60_000)).not.toHaveBeenCalled();
});

it('keeps the focus on the safe choice when the second click of a double click lands beside it', async () => {
  const nothing = () => undefined;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  render(<ConfirmDialog open title="Deploy?" confirmLabel="Deploy" onConfirm={nothing} onClose={nothing} />);
  clock.mockRestore();
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  act(() => cancel.focus());
  await userEvent.click(screen.getByRole('alertdialog').parentElement ?? document.body);
  expect(document.activeElement).toBe(cancel);
});

it('closes on an outside click', async () => {
  expect(await clickBeside(60_000)).toHaveBeenCalledOnce();
});

it('stays open when Esc closes a menu inside it', async () => {
  const onClose = vi.fn<() => void>();
  render(
    <DialogFrame open title="Views" onClose={onClose} footer={null}>
      <MenuButton label="Options" items={[{ id: 'rename', label: 'Rename' }]} />
    </DialogFrame>,
  );
  const entry = screen.getByRole('menuitem', { name: 'Rename', hidden: true });
  act(() => entry.focus());
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  act(() => screen.getByRole('dialog').focus());
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('closes on Esc in an empty search inside it', async () => {
  const onClose = vi.fn<() => void>();
  render(
    <DialogFrame open title="Log" onClose={onClose} footer={null}>
      <SearchField label="Search the log" hotkey={false} value="" onChange={() => undefined} />
    </DialogFrame>,
  );
  act(() => screen.getByRole('searchbox').focus());
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('keeps the focus in a confirmation when / is pressed', async () => {
  const nothing = () => undefined;
  render(
    <>
      <SearchField label="Search people" value="" onChange={nothing} />
      <ConfirmDialog open title="Disable anna?" confirmLabel="Disable" onConfirm={nothing} onClose={nothing} />
    </>,
  );
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  act(() => cancel.focus());
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(cancel);
});

it('stays open on Back, Esc and outside clicks if it shows something only once', async () => {
  const back = vi.fn<(open: boolean, close: () => void) => void>();
  const onClose = vi.fn<() => void>();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() - 60_000);
  render(
    <UiProvider closeOnBack={back}>
      <DialogFrame open once title="Token" onClose={onClose} footer={null} />
    </UiProvider>,
  );
  clock.mockRestore();
  await userEvent.click(screen.getByRole('dialog').parentElement ?? document.body);
  act(() => screen.getByRole('dialog').focus());
  await userEvent.keyboard('{Escape}');
  back.mock.lastCall?.[1]();
  expect(onClose).not.toHaveBeenCalled();
  expect(back.mock.lastCall?.[0]).toBe(true);
});

it('gives the focus to the page if the button that opened it is gone', () => {
  const screenOf = (isThere: boolean, open: boolean) => (
    <main tabIndex={-1}>
      {isThere ? <button type="button">Acknowledge</button> : null}
      <DialogFrame open={open} title="Acknowledge" onClose={() => undefined} footer={null} />
    </main>
  );
  const { rerender } = render(screenOf(true, false));
  screen.getByRole('button').focus();
  rerender(screenOf(true, true));
  rerender(screenOf(false, true));
  act(() => screen.getByRole('dialog').focus());
  rerender(screenOf(false, false));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('gives the focus to the page if nothing had it', () => {
  const screenOf = (open: boolean) => (
    <main tabIndex={-1}>
      <DialogFrame open={open} title="Alert" onClose={() => undefined} footer={null} />
    </main>
  );
  const { rerender } = render(screenOf(true));
  act(() => screen.getByRole('dialog').focus());
  rerender(screenOf(false));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('gives the focus to the dialog below if the button that opened it is gone', () => {
  const screenOf = (isThere: boolean, open: boolean) => (
    <main tabIndex={-1}>
      <DialogFrame open title="Views" onClose={() => undefined} footer={null}>
        {isThere ? <button type="button">Delete</button> : null}
        <DialogFrame open={open} title="Delete?" onClose={() => undefined} footer={null} />
      </DialogFrame>
    </main>
  );
  const { rerender } = render(screenOf(true, false));
  act(() => screen.getByRole('button').focus());
  rerender(screenOf(true, true));
  rerender(screenOf(false, true));
  act(() => screen.getByRole('dialog', { name: 'Delete?' }).focus());
  rerender(screenOf(false, false));
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Views' }));
});
