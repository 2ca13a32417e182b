import { TOPIC } from '@mission-control/contract/topics';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { holdResponses } from '../../../lib/testing/fake-server.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { savedItem } from '../state/testing.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { button, fill, openScreen, press, until } from '../testing/screen.tsx';

const SAVE_CALL = 'POST /api/tenant/7/coursepro';
const COMMIT_CALL = 'PUT /api/tenant/7/coursepro';

let server: FakeServer;
let screen: ReturnType<typeof openScreen>;
const toasts = {
  success: vi.spyOn(toast, 'success'),
  error: vi.spyOn(toast, 'error'),
  warning: vi.spyOn(toast, 'warning'),
};
const texts = (kind: keyof typeof toasts) => toasts[kind].mock.calls.map(([text]) => text);
const blocked = (name: string | RegExp) => button(name)?.getAttribute('aria-disabled') === 'true';
const page = () => document.body.textContent;

async function edit(key: string, value: string) {
  await press(`Edit ${key}`);
  await fill('Value', value);
  await press('Apply');
  await until(() => !document.querySelector('[role="dialog"]'));
}

async function saveAll() {
  await press(/^Save\d*$/);
  await press(/^Save \d+ changes?$/);
}

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  for (const spy of Object.values(toasts)) spy.mockReset();
  screen = openScreen();
});
afterEach(() => screen.close());

describe('the config screen', () => {
  it('shows Name, Type, Value and Actions, and the buttons around them [CFG-01, CFG-06]', async () => {
    await until(() => button('Edit HOST'));
    expect([...document.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
      'Name',
      'Type',
      'Value',
      'Actions',
    ]);
    for (const name of ['Reset', 'Download JSON', 'Save', 'Add']) expect(button(name)).toBeDefined();
  });

  it('reveals nothing when the reveal was cancelled while it ran', async () => {
    const reveal = 'POST /api/tenant/7/coursepro/reveal';
    screen.close();
    server.items = [savedItem('PASSWORD', '', { secret: true, masked: true })];
    server.instead.set(reveal, Response.json({ value: 'hunter2' }));
    const release = holdResponses('/reveal');
    screen = openScreen();
    await press('Reveal PASSWORD (recorded in the audit log)');
    await fill('Why do you need it?', 'A ticket');
    await press('Reveal');
    await until(() => server.asked.includes(reveal));
    await press('Cancel');
    release();
    await until(() => screen.client.getMutationCache().getAll().at(-1)?.state.status === 'success');
    await press('Reveal PASSWORD (recorded in the audit log)');
    await until(() => document.querySelector('[role="dialog"]'));
    expect(page()).not.toContain('hunter2');
  });

  it('shows the value before the type on a phone', async () => {
    screen.close();
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
    screen = openScreen();
    await until(() => button('Edit HOST'));
    const heads = [...document.querySelectorAll('thead th')].map((head) => head.textContent);
    expect(heads).toEqual(['Name', 'Value', 'Type', 'Actions']);
  });

  it('truncates a value over 300 characters and shows its length [CFG-02]', async () => {
    await until(() => button('Edit HOST'));
    const row = () => button('Edit HOST')?.closest('tr')?.textContent ?? '';
    await edit('HOST', 'x'.repeat(300));
    await until(() => row().includes('x'.repeat(300)));
    expect(row()).not.toContain('cut');
    await edit('HOST', `${'x'.repeat(297)}yyyy`);
    await until(() => row().includes('cut, 301 characters'));
    expect(row()).toContain(`${'x'.repeat(297)}...`);
    expect(row()).not.toContain('yy');
    await press('Edit HOST');
    const field = await until(() => document.querySelector<HTMLInputElement>('[role="dialog"] input[value*="yyyy"]'));
    expect(field.value).toHaveLength(301);
  });

  it('enables Save only while something differs, and sends nothing before [CFG-33, CFG-34]', async () => {
    await until(() => button('Edit HOST'));
    expect(blocked('Save')).toBe(true);
    await edit('HOST', 'b');
    await until(() => button('Save1') && !blocked('Save1'));
    await edit('HOST', 'a');
    await until(() => blocked('Save'));
    expect(server.asked).not.toContain(SAVE_CALL);
  });

  it('shows the current servers after the service has moved', async () => {
    await until(() => button('Edit HOST'));
    const state = 'GET /api/tenant/7/coursepro/state';
    const count = () => server.asked.filter((call) => call === state).length;
    const before = count();
    await invalidateTopics(screen.client, [TOPIC.tenant(7)]);
    expect(count()).toBeGreaterThan(before);
  });

  it('never offers a commit of a config that was never saved', async () => {
    screen.close();
    server.revision = 0;
    server.committed = 0;
    screen = openScreen('coursepro', '?panel=commit');
    await until(() => button('Edit HOST'));
    expect(page()).not.toContain('Commit revision');
  });

  it('drops the edits on Reset [CFG-03]', async () => {
    await edit('HOST', 'b');
    await press('Reset');
    await until(() => blocked('Save'));
    expect(server.asked).not.toContain(SAVE_CALL);
  });

  it('saves a diff, shows its warnings as errors and validates again [CFG-28, CFG-45, CFG-46, CFG-47]', async () => {
    await edit('HOST', 'b');
    await saveAll();
    await until(() => texts('warning').length > 0);
    expect(server.saves).toMatchObject([
      { added: [], changed: [{ key: 'HOST', value: 'b' }], removed: [], base_revision: 4 },
    ]);
    expect(texts('success')).toEqual(['Config successfully saved']);
    expect(toasts.success.mock.calls[0]?.[1]?.detail).toMatch(/^CoursePro config of .+, revision \d+$/);
    expect(texts('error')).toEqual(['HOST was odd', 'PORT must be a number']);
    expect(texts('warning')).toEqual(['a warning']);
    expect(server.asked.lastIndexOf('GET /api/tenant/7/coursepro/validate')).toBeGreaterThan(
      server.asked.indexOf(SAVE_CALL),
    );
    await until(() => blocked('Save'));
  });

  it('asks before a setting is deleted [CFG-53]', async () => {
    await press('Delete LEGACY');
    await until(() => page().includes('Delete LEGACY?'));
    await press('Cancel');
    expect(blocked('Save')).toBe(true);
    await press('Delete LEGACY');
    await press('Delete');
    await until(() => button('Put back LEGACY'));
  });
});

describe('Commit on the config screen', () => {
  it('is hidden while nothing is pending, disabled while changes are unsaved, and disappears after it [CFG-38, CFG-40, CFG-42, CFG-43]', async () => {
    await until(() => button('Edit HOST'));
    expect(button(/^Commit/)).toBeUndefined();
    await edit('HOST', 'b');
    await saveAll();
    await until(() => button('Commit1'));
    await edit('HOST', 'c');
    await until(() => blocked('Commit'));
    await press('Reset');
    await press('Commit1');
    await press('Commit');
    await until(() => !button(/^Commit/));
    expect(texts('success')).toContain('Config successfully exported');
  });

  it('leaves a dialog alone that was opened while it ran', async () => {
    await edit('HOST', 'b');
    await saveAll();
    const commit = await until(() => button('Commit1'));
    commit.click();
    const end = holdResponses('/api/tenant/7/coursepro');
    await press('Commit');
    await press('Cancel');
    await press('Add');
    await until(() => page().includes('Add setting'));
    end();
    await until(() => texts('success').includes('Config successfully exported'));
    await until(() => !button(/^Commit/));
    expect(page()).toContain('Add setting');
  });

  it("shows the server's message on failure [CFG-44]", async () => {
    await edit('HOST', 'b');
    await saveAll();
    server.instead.set(COMMIT_CALL, Response.json({ error: 'eu-prod-web-03-a did not respond' }, { status: 502 }));
    await press('Commit1');
    await press('Commit');
    await until(() => texts('error').includes('eu-prod-web-03-a did not respond'));
    expect(button(/^Commit/)).toBeDefined();
  });
});

describe('leaving and sharing', () => {
  it('asks before unsaved changes are lost [CFG-09]', async () => {
    await edit('HOST', 'b');
    const leave = () => void screen.router.navigate({ to: '/tenant/$id', params: { id: '7' } } as never);
    leave();
    await until(() => page().includes('Do you really want to leave? you have unsaved changes!'));
    await press('Stay');
    await until(() => !page().includes('Do you really want to leave?'));
    expect(screen.router.state.location.pathname).toBe('/tenant/7/coursepro/config');
    leave();
    await press('Leave');
    await until(() => page().includes('the tenant'));
  });

  it('keeps local edits when somebody else saves, and reports it', async () => {
    await edit('HOST', 'b');
    server.items = server.items.map((item) => (item.key === 'PORT' ? { ...item, value: '9', db_value: '9' } : item));
    server.revision = 5;
    await screen.client.invalidateQueries();
    await until(() => page().includes('Priya Shah saved revision 5. Your edits do not overlap and were merged.'));
    await saveAll();
    await until(() => server.saves.length > 0);
    expect(server.saves).toMatchObject([{ changed: [{ key: 'HOST', value: 'b' }], removed: [], base_revision: 5 }]);
  });

  it('says so when it is the user who saved elsewhere', async () => {
    await edit('HOST', 'mine');
    server.items = server.items.map((item) => (item.key === 'HOST' ? { ...item, value: 'b', db_value: 'b' } : item));
    Object.assign(server, { revision: 5, savedBy: 'Amelia Hart' });
    await screen.client.invalidateQueries();
    await until(() => page().includes('You saved revision 5 elsewhere. Both changed HOST.'));
    expect(page()).toContain('Meanwhile saved as b elsewhere.');
    const clash = {
      key: 'HOST',
      base: 'a',
      theirs: 'b',
      mine: 'mine',
      masked: false,
      by: 'Amelia Hart',
      at: '2026-03-01T10:00:00.000Z',
    };
    const details = { revision: 5, clashes: [clash] };
    server.instead.set(SAVE_CALL, Response.json({ error: 'clash', code: 'conflict', details }, { status: 409 }));
    await saveAll();
    await until(() => page().includes('You saved this setting elsewhere'));
  });

  it('bases an edit on what was saved when its dialog opened', async () => {
    await press('Edit HOST');
    await fill('Value', 'mine');
    server.items = server.items.map((item) =>
      item.key === 'HOST' ? { ...item, value: 'theirs', db_value: 'theirs' } : item,
    );
    server.revision = 5;
    await screen.client.invalidateQueries();
    await until(() => page().includes('theirs'));
    await press('Apply');
    await until(() => page().includes('Meanwhile saved as theirs by somebody else'));
    await saveAll();
    await until(() => server.saves.length > 0);
    expect(server.saves).toMatchObject([{ changed: [{ key: 'HOST', value: 'mine' }], base_revision: 4 }]);
  });

  it('keeps the dialog of a setting that somebody else deletes meanwhile', async () => {
    await press('Edit PORT');
    await fill('Value', '9');
    server.items = server.items.filter(({ key }) => key !== 'PORT');
    server.revision = 5;
    await screen.client.invalidateQueries();
    await until(() => !button('Edit PORT'));
    await press('Apply');
    await until(() => page().includes('Meanwhile'));
    expect(page()).toContain('Meanwhile removed by somebody else');
  });

  it('opens the dialog of its address when the setting appears later', async () => {
    screen.close();
    screen = openScreen('coursepro', '?edit=LATER');
    await until(() => Boolean(button('Edit PORT')));
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    const [first] = server.items;
    if (first) server.items = [...server.items, { ...first, key: 'LATER' }];
    server.revision = 5;
    await screen.client.invalidateQueries();
    await until(() => Boolean(document.querySelector('[role="dialog"]')));
  });

  it('asks which value to keep when both changed the same setting, and saves again on the new base', async () => {
    await edit('HOST', 'mine');
    server.items = server.items.map((item) =>
      item.key === 'HOST' ? { ...item, value: 'theirs', db_value: 'theirs' } : item,
    );
    server.revision = 5;
    const clash = {
      key: 'HOST',
      base: 'a',
      theirs: 'theirs',
      mine: 'mine',
      masked: false,
      by: 'Priya Shah',
      at: '2026-03-01T10:00:00.000Z',
    };
    const details = { revision: 5, clashes: [clash] };
    server.instead.set(SAVE_CALL, Response.json({ error: 'clash', code: 'conflict', details }, { status: 409 }));
    await saveAll();
    await until(() => page().includes('Priya Shah saved this setting before you'));
    expect(blocked('Save again')).toBe(true);
    const mine = document.querySelectorAll<HTMLInputElement>('input[type="radio"]')[1];
    mine?.click();
    await press('Save again');
    await until(() => server.saves.length > 0);
    expect(server.saves).toMatchObject([{ changed: [{ key: 'HOST', value: 'mine' }], base_revision: 5 }]);
  });
});

describe('for a viewer', () => {
  async function openAs(role: string, search: string) {
    screen.close();
    server.role = role;
    screen = openScreen('coursepro', search);
    await until(() => button('Edit HOST'));
  }

  it('a commit that the address opens is disabled', async () => {
    server.revision = 5;
    await openAs('viewer', '?panel=commit');
    await until(() => page().includes('Commit revision 5 to 1 server?'));
    await until(() => blocked('Check servers'));
    expect(blocked('Commit')).toBe(true);
  });

  it('the Save of a review and the check of the servers are disabled', async () => {
    await openAs('viewer', '');
    await until(() => blocked('Check servers'));
    await edit('HOST', 'b');
    await screen.router.navigate({ to: '.', search: { panel: 'review' } } as never);
    await until(() => button('Save 1 change'));
    expect(blocked('Save 1 change')).toBe(true);
  });
});

describe('an empty config', () => {
  it('offers the default template and states when a kind has none [CFG-08]', async () => {
    screen.close();
    server.items = [];
    const info = vi.spyOn(toast, 'info').mockReset();
    screen = openScreen();
    await press('Inject Default Template');
    expect(info).toHaveBeenCalledWith('There is no default template for a CoursePro config.');
    expect(server.asked).not.toContain(SAVE_CALL);
  });
});

it('states that the tenant lacks the service, and links to where it can be added', async () => {
  screen.close();
  const tenant = { _id: 7, tenant_name: 'Brimham Active', deployment_group: 'production', coursepro_tenant: null };
  server.instead.set('GET /api/tenant/7', Response.json({ tenant }));
  server.instead.set('GET /api/tenant/7/coursepro/state', Response.json({ error: 'none' }, { status: 404 }));
  screen = openScreen();
  await until(() => page().includes('Brimham Active has no CoursePro service'));
  expect(document.querySelector('main a[href="/tenant/7"], a[href="/tenant/7"]')).not.toBeNull();
  expect(page()).not.toContain('could not be loaded');
});
