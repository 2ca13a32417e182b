import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ActionButton, type ActionButtonProps } from './action-button.tsx';
import { MenuButton } from './menu-button.tsx';

it('starts a long-running action once, however fast it is clicked', async () => {
  const ran: string[] = [];
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ran.push('Send');
      }}
    >
      <ActionButton pending={false} onClick={() => ran.push('Save')}>
        Save
      </ActionButton>
      <ActionButton type="submit" pending={false}>
        Send
      </ActionButton>
      <ActionButton onClick={() => ran.push('More')}>More</ActionButton>
    </form>,
  );
  const user = userEvent.setup();
  for (const button of screen.getAllByRole('button')) await user.dblClick(button);
  expect(ran).toEqual(['Save', 'Send', 'More', 'More']);
});

it('does not let Enter in the only field of a form submit while its button is unavailable', async () => {
  const send = vi.fn<() => void>();
  const formWith = (blocked: Partial<ActionButtonProps>) => (
    <form onSubmit={send}>
      <input aria-label="Note" />
      <ActionButton type="submit" {...blocked}>
        Send
      </ActionButton>
    </form>
  );
  const { rerender } = render(formWith({ pending: true }));
  await userEvent.type(screen.getByLabelText('Note'), '{Enter}');
  rerender(formWith({ disabledReason: 'Only an admin may send.' }));
  await userEvent.type(screen.getByLabelText('Note'), '{Enter}');
  expect(send).not.toHaveBeenCalled();
});

it.each([true, false])('opens its menu, drawn as an icon only: %s', (iconOnly) => {
  render(<MenuButton label="Views" icon="M0 0" iconOnly={iconOnly} items={[{ id: 'save', label: 'Save view' }]} />);
  const button = screen.getByRole('button', { name: 'Views' });
  expect(button.getAttribute('popovertarget')).toBe(screen.getByRole('menu', { hidden: true }).id);
});
