import type { ComparedServer } from '@mission-control/contract/config/history';
import type { ConfigRevision } from '@mission-control/contract/config/schema';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../../ui/toast/toast.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { button, fill, openScreen, press, until } from '../testing/screen.tsx';

const REVISIONS = 'GET /api/tenant/7/coursepro/revisions';
const COMPARE = 'GET /api/tenant/7/coursepro/compare';
const RESTORE = 'POST /api/tenant/7/coursepro/revisions/3/restore';
const SERVERS = 'GET /api/tenant/7/coursepro/servers';

let server: FakeServer;
let screen: ReturnType<typeof openScreen>;
const toasts = { success: vi.spyOn(toast, 'success'), warning: vi.spyOn(toast, 'warning') };
const page = () => document.body.textContent;

const revision = (number: number): ConfigRevision => ({
  number,
  author: 'Priya Shah',
  at: '2026-03-01T10:00:00.000Z',
  hash: 'h',
  committed: false,
  changes: [],
});
const side = (value: string) => ({ value, type: 2, state: 1, valueTemplate: null, masked: false });
const answerWith = (call: string, body: unknown) => server.instead.set(call, Response.json(body));

beforeEach(async () => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  for (const spy of Object.values(toasts)) spy.mockReset();
  screen = openScreen();
  await until(() => button('Edit HOST'));
});
afterEach(() => screen.close());

describe('the revisions', () => {
  it('are restored as a new one after a preview', async () => {
    answerWith(REVISIONS, { revisions: [revision(4), revision(3)] });
    answerWith(COMPARE, { from: 4, to: 3, changes: [{ key: 'HOST', before: side('a'), after: side('older') }] });
    answerWith(RESTORE, { warnings: ['PORT is odd'], revision: 5 });
    await press('Revisions');
    await press('Restore revision 3');
    await until(() => page().includes('older'));
    expect(server.asked).not.toContain(RESTORE);
    await press('Restore as revision 5');
    await until(() => toasts.success.mock.calls.length > 0);
    expect(toasts.success.mock.calls[0]?.[0]).toBe('Revision 3 restored as revision 5');
    expect(toasts.warning.mock.calls[0]?.[0]).toBe('PORT is odd');
    await until(() => !page().includes('Restore revision 3?'));
  });

  it('cannot be restored over unsaved edits', async () => {
    answerWith(REVISIONS, { revisions: [revision(4), revision(3)] });
    await press('Edit HOST');
    await fill('Value', 'b');
    await press('Apply');
    await until(() => !document.querySelector('[role="dialog"]'));
    await press('Revisions');
    const restore = await until(() => button('Restore revision 3'));
    expect(restore.getAttribute('aria-disabled')).toBe('true');
  });

  it('are paginated, starting at the oldest one shown', async () => {
    answerWith(REVISIONS, { revisions: [revision(4), revision(3)] });
    await press('Revisions');
    await until(() => button('Restore revision 3'));
    answerWith(REVISIONS, { revisions: [revision(2), revision(1)] });
    const older = await until(() => button('Show older'));
    older.focus();
    await press('Show older');
    await until(() => button('Restore revision 1'));
    expect(button('Restore revision 3')).toBeDefined();
    expect(document.activeElement, 'the focus stays').toBe(older);
    expect(older.getAttribute('aria-disabled')).toBe('true');
  });

  it('say once that older ones could not be loaded, and stay visible', async () => {
    answerWith(REVISIONS, { revisions: [revision(4), revision(3)] });
    await press('Revisions');
    await until(() => button('Restore revision 3'));
    server.instead.set(REVISIONS, Response.json({ error: 'It broke.', code: 'internal' }, { status: 500 }));
    await press('Show older');
    await until(() => page().includes('It broke.'));
    expect(page().split('It broke.')).toHaveLength(2);
    expect(button('Restore revision 3')).toBeDefined();
  });
});

describe('the comparison with the servers', () => {
  const found = (state: ComparedServer['state'], more: Partial<ComparedServer> = {}): ComparedServer => ({
    host: 'web-1',
    environment: 'web',
    state,
    other_text: [],
    more_other_text: false,
    ...more,
  });
  const facts = { revision: 4, committed_revision: 4, read_at: '2026-03-01T10:00:00.000Z', rows: [] };

  it('offers a commit only if a server differs from the committed config', async () => {
    answerWith(SERVERS, { ...facts, servers: [found('same')] });
    await press('Compare with servers');
    await until(() => page().includes('Everything is the same'));
    expect(button('Commit')).toBeUndefined();
    answerWith(SERVERS, { ...facts, servers: [found('missing')] });
    await press('Read again');
    await until(() => page().includes('web-1 has no file.'));
    await press('Commit');
    await until(() => page().includes('Commit revision 4 to 1 server?'));
  });

  it('shows why a server could not be read, and links back to the settings', async () => {
    answerWith(SERVERS, { ...facts, servers: [found('unreadable', { error: 'It did not respond within 10 s.' })] });
    await press('Compare with servers');
    await until(() => page().includes('It did not respond within 10 s.'));
    expect(page()).not.toContain('Everything is the same');
    await press('Settings');
    await until(() => button('Edit HOST'));
  });
});
