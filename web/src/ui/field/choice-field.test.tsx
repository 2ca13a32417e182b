import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ChoiceField } from './choice-field.tsx';

const PLACES = ['Brimham', 'Brecon', 'Elm Park'];

function Places() {
  const [value, setValue] = useState<string | null>('Elm Park');
  return (
    <>
      <ChoiceField<string>
        label="Place"
        listLabel="Places"
        options={PLACES}
        value={value}
        onChange={setValue}
        nameOf={(place) => place}
        keyOf={(place) => place}
        matches={(text) => PLACES.filter((place) => place.toLowerCase().includes(text.toLowerCase()))}
        noneText="No matching place."
      />
      <output>{value ?? 'none'}</output>
      <button type="button">Save</button>
    </>
  );
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const chosen = () => screen.getByRole<HTMLOutputElement>('status').textContent;

it('replaces the selection by typing part of a name, and shows all options before', async () => {
  const user = userEvent.setup();
  render(<Places />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Place' });
  await user.click(field);
  expect(options()).toEqual(PLACES);
  await user.keyboard('br');
  expect(options()).toEqual(['Brimham', 'Brecon']);
  await user.keyboard('e{Enter}');
  expect(field.value).toBe('Brecon');
  expect(chosen()).toBe('Brecon');
  expect(options()).toEqual([]);
});

it('keeps the selection on Esc and on a text that matches no option', async () => {
  const user = userEvent.setup();
  render(<Places />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Place' });
  await user.click(field);
  await user.keyboard('{Escape}{Escape}');
  expect(field.value).toBe('Elm Park');
  await user.keyboard('xyz');
  await screen.findByText('No matching place.');
  await user.tab();
  await waitFor(() => expect(field.value).toBe('Elm Park'));
  expect(chosen()).toBe('Elm Park');
});
