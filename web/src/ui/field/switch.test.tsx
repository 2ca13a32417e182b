import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LabelledSwitch, SwitchRow } from './labelled-switch.tsx';
import { Switch } from './switch.tsx';

let sent: boolean[] = [];
let end: () => void = () => undefined;
beforeEach(() => (sent = []));
afterEach(() => end());

async function drawn(element: React.ReactElement): Promise<HTMLElement> {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  end = () => {
    root.unmount();
    page.remove();
  };
  root.render(element);
  await vi.waitFor(() => expect(page.querySelector('input')).not.toBeNull());
  return page;
}

const input = (page: HTMLElement): Element => page.querySelector('input') ?? page;
const click = (element: Element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

const state = { checked: false, onChange: (checked: boolean) => void sent.push(checked) };

/** A click that came so many ms after the page was opened. */
function clickAt(element: Element, ms: number): void {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: ms });
  element.dispatchEvent(event);
}

describe('a switch', () => {
  it('treats two clicks within a few ms as one', async () => {
    const one = input(await drawn(<Switch {...state} aria-label="Cron" />));
    for (const ms of [1_000, 1_004, 1_290]) clickAt(one, ms);
    expect(sent).toEqual([true]);
    clickAt(one, 2_000);
    expect(sent).toEqual([true, true]);
  });

  it('is blocked while its change is in flight', async () => {
    click(input(await drawn(<Switch {...state} pending aria-label="Cron" />)));
    expect(sent).toEqual([]);
  });

  it.each([
    ['in a line', <LabelledSwitch key="1" label="Show inactive" {...state} />, 'Show inactive'],
    ['of a card', <SwitchRow key="2" label="Cron" detail="Scheduled tasks run" {...state} />, 'Cron'],
    ['of a card', <SwitchRow key="3" label="Cron" detail="Scheduled tasks run" {...state} />, 'Scheduled tasks run'],
  ])('%s is switched by the words beside it', async (_where, element, words) => {
    const page = await drawn(element);
    const text = [...page.querySelectorAll('span')].find((one) => one.textContent === words);
    click(text ?? page);
    expect(sent).toEqual([true]);
  });

  it('of a card is named by its first words alone', async () => {
    const page = await drawn(<SwitchRow label="Cron" detail="Scheduled tasks run" {...state} />);
    const named = input(page).getAttribute('aria-labelledby') ?? '';
    expect(document.getElementById(named)?.textContent).toBe('Cron');
  });
});
