import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { TextAreaField, TextField } from './text-field.tsx';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000 });

function draw(field: ReactNode): HTMLElement {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  ends.push(() => (root.unmount(), place.remove()));
  root.render(field);
  return place;
}

it.each([
  ['given', () => <TextField label="Value" value={'is_admin\u202e'} readOnly />],
  ['left to the browser', () => <TextAreaField label="Value" defaultValue={'is_admin\u202e'} />],
])('spells out below a field what nobody sees in a value that is %s', async (_how, field) => {
  const place = draw(field());
  await eventually(() => expect(place.textContent).toContain('Holds characters that nobody sees: is_admin\\u{202E}'));
  const control = place.querySelector('input, textarea');
  const hint = place.querySelector('[role="status"]');
  expect(control?.getAttribute('aria-describedby')).toBe(hint?.id);
});

it('follows what is typed, and shows nothing of a password', async () => {
  const place = draw(<TextField label="Value" defaultValue="plain" />);
  await eventually(() => expect(place.querySelector('input')).not.toBeNull());
  const type = (text: string): void => {
    const input = place.querySelector('input');
    if (input === null) throw new Error('There is no input.');
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  expect(place.textContent).toBe('Value');
  type('a\u2066b');
  await eventually(() => expect(place.textContent).toContain('a\\u{2066}b'));
  type('ab');
  await eventually(() => expect(place.textContent).toBe('Value'));
  const secret = draw(<TextField label="Password" type="password" defaultValue={'a\u2066b'} />);
  await eventually(() => expect(secret.querySelector('input')).not.toBeNull());
  expect(secret.textContent).toBe('Password');
});
