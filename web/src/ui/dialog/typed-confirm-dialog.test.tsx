import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { UiProvider } from '../theme/ui-provider.tsx';
import { TypedConfirmDialog } from './typed-confirm-dialog.tsx';

it('asks for the name again when it is opened again after a confirmation', async () => {
  const onConfirm = vi.fn<() => void>();
  const dialog = (open: boolean) => (
    <UiProvider>
      <TypedConfirmDialog
        open={open}
        title="Change 12 tenants?"
        inputLabel="Type the number of tenants to confirm"
        expected="12"
        confirmLabel="Change"
        onConfirm={onConfirm}
        onClose={() => undefined}
      />
    </UiProvider>
  );
  const { rerender } = render(dialog(true));
  await userEvent.type(screen.getByRole('textbox'), '12{Enter}');
  expect(onConfirm).toHaveBeenCalledOnce();
  rerender(dialog(false));
  rerender(dialog(true));
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
  await userEvent.type(screen.getByRole('textbox'), '{Enter}');
  expect(onConfirm).toHaveBeenCalledOnce();
});
