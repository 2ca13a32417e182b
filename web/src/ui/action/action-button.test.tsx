import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { ActionButton } from './action-button.tsx';

let end: () => void = () => undefined;
afterEach(() => end());

const press = (element: Element, detail: number) =>
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));

it('starts a long-running action once, however fast it is clicked', async () => {
  const ran: string[] = [];
  const place = document.body.appendChild(document.createElement('form'));
  place.addEventListener('submit', (event) => {
    event.preventDefault();
    ran.push('Send');
  });
  const drawn = createRoot(place);
  end = () => {
    drawn.unmount();
    place.remove();
  };
  drawn.render(
    <>
      <ActionButton pending={false} onClick={() => ran.push('Save')}>
        Save
      </ActionButton>
      <ActionButton type="submit" pending={false}>
        Send
      </ActionButton>
      <ActionButton onClick={() => ran.push('More')}>More</ActionButton>
    </>,
  );
  const buttons = await vi.waitFor(() => {
    const all = [...place.querySelectorAll('button')];
    expect(all).toHaveLength(3);
    return all;
  });
  for (const button of buttons) {
    press(button, 1);
    press(button, 2);
  }
  expect(ran).toEqual(['Save', 'Send', 'More', 'More']);
});
