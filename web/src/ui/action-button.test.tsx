import { expect, it } from 'vitest';
import { eventually, renderPage } from '../lib/testing/render-page.tsx';
import { ActionButton } from './action-button.tsx';

const press = (element: Element, detail: number) =>
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));

it('starts what runs for a while once, however fast it is clicked', async () => {
  const ran: string[] = [];
  const { page } = await renderPage(
    '/',
    () => (
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
      </form>
    ),
    '/',
  );
  await eventually(() => expect(page.textContent).toContain('More'));
  for (const name of ['Save', 'Send', 'More']) {
    const button = [...page.querySelectorAll('button')].find((one) => one.textContent === name);
    if (!button) throw new Error(`There is no ${name}.`);
    press(button, 1);
    press(button, 2);
  }
  expect(ran).toEqual(['Save', 'Send', 'More', 'More']);
});
