import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { LabelledSwitch, SwitchRow, Switch } from './switch.tsx';

let sent: boolean[] = [];
beforeEach(() => (sent = []));

const state = { checked: false, onChange: (checked: boolean) => void sent.push(checked) };

/** A click `ms` after the page was opened. @param detail its number in a quick series */
function clickAt(element: Element, ms: number, detail = 1): void {
  const event = createEvent.click(element, { detail });
  Object.defineProperty(event, 'timeStamp', { value: ms });
  fireEvent(element, event);
}

describe('a switch', () => {
  it('treats two clicks within a few ms as one', () => {
    render(<Switch {...state} aria-label="Cron" />);
    const one = screen.getByRole('switch', { name: 'Cron' });
    for (const ms of [1_000, 1_004, 1_290]) clickAt(one, ms);
    expect(sent).toEqual([true]);
    clickAt(one, 2_000);
    expect(sent).toEqual([true, true]);
  });

  it('ignores the second click of a double click on the page before, and takes a second quick click of its own', () => {
    render(<Switch {...state} aria-label="Cron" />);
    const one = screen.getByRole('switch', { name: 'Cron' });
    clickAt(one, 1_000, 2);
    expect(sent).toEqual([]);
    clickAt(one, 2_000);
    clickAt(one, 2_400, 2);
    expect(sent).toEqual([true, true]);
  });

  it('is blocked while its change is in flight', async () => {
    render(<Switch {...state} pending aria-label="Cron" />);
    await userEvent.click(screen.getByRole('switch', { name: 'Cron' }));
    expect(sent).toEqual([]);
  });

  it.each([
    ['in a line', <LabelledSwitch key="1" label="Show inactive" {...state} />, 'Show inactive'],
    ['of a card', <SwitchRow key="2" label="Cron" detail="Scheduled tasks run" {...state} />, 'Cron'],
    ['of a card', <SwitchRow key="3" label="Cron" detail="Scheduled tasks run" {...state} />, 'Scheduled tasks run'],
  ])('%s toggles on a click on the text beside it', async (_where, element, words) => {
    render(element);
    await userEvent.click(screen.getByText(words));
    expect(sent).toEqual([true]);
  });

  it('of a card is named by its label alone', () => {
    render(<SwitchRow label="Cron" detail="Scheduled tasks run" {...state} />);
    expect(screen.getByRole('switch', { name: 'Cron' })).toBeTruthy();
  });
});
