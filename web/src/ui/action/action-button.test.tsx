import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ActionButton } from './action-button.tsx';

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
