import { waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { recentTenants } from '../../../lib/recent-tenants.ts';
import { fakeFailure } from '../../../lib/testing/fake-server.ts';
import { answered, openSearch, press, search } from '../testing/open-search.tsx';

describe('opening the palette', () => {
  it.each([{ ctrlKey: true }, { metaKey: true }])(
    'is Ctrl or Cmd and K (%o), from inside a field too',
    async (keys) => {
      const { box, elsewhere, texts } = await openSearch();
      elsewhere.focus();
      await waitFor(() => expect(press(elsewhere, 'k', keys)).toBe(false));
      expect(document.activeElement).toBe(box);
      await waitFor(() => expect(texts()).toEqual(['Tenants', 'About']));
      expect(box.getAttribute('aria-expanded')).toBe('true');
      press(box, 'Escape');
      expect(document.activeElement).toBe(elsewhere);
      await waitFor(() => expect(texts()).toEqual([]));
    },
  );

  it('leaves a modal dialog alone', async () => {
    const { page, elsewhere, box } = await openSearch();
    const dialog = page.appendChild(document.createElement('div'));
    dialog.setAttribute('aria-modal', 'true');
    elsewhere.focus();
    await waitFor(() => expect(press(elsewhere, 'k', { ctrlKey: true })).toBe(false));
    expect(document.activeElement).toBe(elsewhere);
    expect(box.getAttribute('aria-expanded')).toBe('false');
  });

  it('leaves the letter and other combinations alone', async () => {
    const { elsewhere } = await openSearch();
    elsewhere.focus();
    expect(press(elsewhere, 'k')).toBe(true);
    expect(press(elsewhere, 'k', { ctrlKey: true, shiftKey: true })).toBe(true);
    expect(document.activeElement).toBe(elsewhere);
  });
});

describe('the palette without a text', () => {
  it('has the recent tenants and the pages; Enter opens the first', async () => {
    const { box, page, texts, selected, path } = await openSearch();
    recentTenants.add({ id: 4, name: 'Clyde Baths' });
    recentTenants.add({ id: 7, name: 'z'.repeat(61) });
    await waitFor(() => expect(press(document.body, 'k', { ctrlKey: true })).toBe(false));
    await waitFor(() => expect(texts()).toEqual([`${'z'.repeat(60)}…`, 'Clyde Baths', 'Tenants', 'About']));
    const groups = [...page.querySelectorAll('[role="listbox"] > [role="group"]')];
    const names = groups.map(
      (group) => document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent,
    );
    expect(names).toEqual(['Recent tenants', 'Pages']);
    expect(selected()).toBe(`${'z'.repeat(60)}…`);
    press(box, 'Enter');
    await waitFor(() => expect(path()).toBe('/tenant/7'));
    expect(texts()).toEqual([]);
    expect(document.activeElement).not.toBe(box);
  });
});

describe('the palette while typing', () => {
  it('moves through all groups with the arrow keys, and names the active option to screen readers', async () => {
    const { box, options, selected, path, type } = await openSearch({ [search('t')]: answered('Thirsk', 'Tyne') });
    type('t');
    await waitFor(() => expect(selected()).toBe('Thirsk'));
    const activeId = () => box.getAttribute('aria-activedescendant');
    expect(activeId()).toBe(options()[0]?.id);
    for (const expected of ['Tyne', 'Tenants', 'Thirsk']) {
      press(box, 'ArrowDown');
      await waitFor(() => expect(selected()).toBe(expected));
    }
    press(box, 'ArrowUp');
    await waitFor(() => expect(selected()).toBe('Tenants'));
    expect(activeId()).toBe(options()[2]?.id);
    expect(
      options()
        .map((option) => option.id)
        .filter((id) => /\s/.test(id)),
    ).toEqual([]);
    press(box, 'Enter');
    await waitFor(() => expect(path()).toBe('/tenant'));
  });

  it('marks the typed text', async () => {
    const { page, type, texts } = await openSearch({ [search('th')]: answered('Thirsk', 'Upper Thames') });
    type('th');
    await waitFor(() => expect(texts()).toEqual(['Thirsk', 'Upper Thames']));
    expect([...page.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Th', 'Th']);
  });

  it('opens by a click', async () => {
    const { type, options, path } = await openSearch({ [search('th')]: answered('Thirsk', 'Upper Thames') });
    type('th');
    await waitFor(() => expect(options()).toHaveLength(2));
    const [, second] = options();
    if (second) await userEvent.click(second);
    await waitFor(() => expect(path()).toBe('/tenant/2'));
  });

  it('lists places of the tenant whose page is open', async () => {
    const { type, page, texts, box, path } = await openSearch(
      {
        'GET /api/tenant/12': { tenant: { _id: 12, tenant_name: 'Brimham Active', attention: [] } },
        [search('se')]: answered(),
      },
      '/tenant/12',
      '/tenant/$id',
    );
    type('se');
    await waitFor(() => expect(page.textContent).toContain('No tenant has “se” in its name.'));
    await waitFor(() => expect(texts()).toEqual(['Services']));
    press(box, 'Enter');
    await waitFor(() => expect(texts()).toEqual([]));
    expect(path()).toBe('/tenant/12');
  });

  it('never shows the response to an earlier text', async () => {
    const { type, held, texts } = await openSearch({
      [search('th')]: answered('Thirsk of the text before'),
      [search('thi')]: answered('Thirsk'),
    });
    held.hold(search('th'));
    type('th');
    await waitFor(() => expect(held.asked).toContain(search('th')));
    type('thi');
    await waitFor(() => expect(texts()).toEqual(['Thirsk']));
    held.letGo(search('th'));
    // Another text and its response follow any effect of the late one.
    type('thirs');
    expect(texts()).toEqual(['Thirsk']);
    await waitFor(() => expect(held.asked).toContain(search('thirs')));
    expect(document.body.textContent).not.toContain('of the text before');
  });

  it('opens the first result on an Enter pressed before the response arrives', async () => {
    const { box, type, held, path, page } = await openSearch({ [search('th')]: answered('Thirsk', 'Thames') });
    held.hold(search('th'));
    type('th');
    press(box, 'Enter');
    await waitFor(() => expect(page.textContent).toContain('Searching'));
    expect(path()).toBe('/here');
    held.letGo(search('th'));
    await waitFor(() => expect(path()).toBe('/tenant/1'));
  });

  it('forgets such an Enter when typing continues', async () => {
    const { box, type, held, path, texts } = await openSearch({
      [search('th')]: answered('Thirsk'),
      [search('tha')]: answered('Thames'),
    });
    held.hold(search('th'));
    type('th');
    press(box, 'Enter');
    type('tha');
    held.letGo(search('th'));
    await waitFor(() => expect(texts()).toEqual(['Thames']));
    expect(path()).toBe('/here');
  });

  it('shows a failure, and retries on demand', async () => {
    let broken = true;
    const { box, page, type, texts, selected, path } = await openSearch({
      [search('th')]: () => (broken ? fakeFailure() : answered('Thirsk')),
    });
    type('th');
    await waitFor(() =>
      expect(page.querySelector('[role="status"]')?.textContent).toBe('The database does not respond.'),
    );
    expect(selected()).toBe('Search again');
    broken = false;
    press(box, 'Enter');
    await waitFor(() => expect(texts()).toEqual(['Thirsk']));
    expect(path()).toBe('/here');
  });

  it('ignores the Enter of an input method', async () => {
    const { box, type, selected, path } = await openSearch({ [search('th')]: answered('Thirsk') });
    type('th');
    await waitFor(() => expect(selected()).toBe('Thirsk'));
    const composing = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true });
    Object.defineProperty(composing, 'isComposing', { value: true });
    box.dispatchEvent(composing);
    expect(selected()).toBe('Thirsk');
    expect(path()).toBe('/here');
  });
});
