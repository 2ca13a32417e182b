import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { TextAreaField, TextField } from './text-field.tsx';

it.each([
  ['given', <TextField key="1" label="Value" value={'is_admin\u202e'} readOnly />],
  ['left to the browser', <TextAreaField key="2" label="Value" defaultValue={'is_admin\u202e'} />],
])('spells out below a field the invisible characters of a value that is %s', (_how, field) => {
  render(field);
  const hint = screen.getByRole('status');
  expect(hint.textContent).toContain('Contains invisible characters: is_admin\\u{202E}');
  expect(screen.getByLabelText('Value').getAttribute('aria-describedby')).toBe(hint.id);
});

it('follows the typing, and shows nothing for a password', async () => {
  const { container } = render(<TextField label="Value" defaultValue="plain" />);
  expect(container.textContent).toBe('Value');
  const field = screen.getByLabelText('Value');
  const user = userEvent.setup();
  await user.clear(field);
  await user.type(field, 'a\u2066b');
  expect(container.textContent).toContain('a\\u{2066}b');
  await user.type(field, '{Backspace}{Backspace}b');
  expect(container.textContent).toBe('Value');
  const secret = render(<TextField label="Password" type="password" defaultValue={'a\u2066b'} />);
  expect(secret.container.textContent).toBe('Password');
});
