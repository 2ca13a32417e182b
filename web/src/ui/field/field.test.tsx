import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SearchField } from './search-field.tsx';
import { FieldGroup } from './field-group.tsx';
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

it('takes no more text in a search box than the server accepts', async () => {
  const onChange = vi.fn<(text: string) => void>();
  render(<SearchField label="Search" value={'x'.repeat(199)} onChange={onChange} />);
  await userEvent.click(screen.getByLabelText('Search'));
  await userEvent.paste('oak');
  expect(onChange.mock.calls).toEqual([[`${'x'.repeat(199)}o`]]);
});

it('describes a group of fields by its error', () => {
  render(
    <FieldGroup legend="Severity" fault="Choose one.">
      <input type="checkbox" aria-label="Critical" />
    </FieldGroup>,
  );
  const group = screen.getByRole('group', { name: 'Severity' });
  expect(group.getAttribute('aria-describedby')).toBe(screen.getByText('Choose one.').id);
});

it.each([
  ['must not be empty', 'Must not be empty.'],
  ['x is not a valid host name.', 'x is not a valid host name.'],
])('shows the fault %j as a sentence', (fault, sentence) => {
  render(<TextField label="Name" value="" error={fault} onChange={() => undefined} />);
  expect(screen.getByRole('alert').textContent).toBe(sentence);
});
