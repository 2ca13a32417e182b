import type { DraftBody, StoredDraft } from '@mission-control/contract/drafts/schema';
import { describe, expect, it, vi } from 'vitest';
import { DraftSync, type DraftSyncDeps } from './draft-sync.ts';

/** The server's side: one row, with the server's rules. */
function fakeServer() {
  let row: StoredDraft | null = null;
  let version = 0;
  const server = {
    person: 7,
    failure: null as Error | null,
    saves: [] as DraftBody[],
    row: () => row,
    put(value: string, writer = 'another tab') {
      version += 1;
      row = { version, saved_at: '2026-11-23T09:00:00.000Z', value, base: '4', writer };
      return row;
    },
    load: async () => ({ person: server.person, draft: row }),
    async save(body: DraftBody) {
      if (server.failure) throw server.failure;
      server.saves.push(body);
      if (row && row.writer !== body.writer && row.version !== body.known) throw new Error('conflict');
      return server.put(body.value, body.writer);
    },
    async remove(known: number) {
      if (server.failure) throw server.failure;
      if (row && row.version !== known) throw new Error('conflict');
      row = null;
    },
  };
  return server;
}

function openPage(server: ReturnType<typeof fakeServer>, writer: string) {
  const timers: { ms: number; work: () => void }[] = [];
  const deps: DraftSyncDeps = {
    writer,
    load: server.load,
    save: (body) => server.save(body),
    remove: (version) => server.remove(version),
    kindOf: (error) =>
      (['conflict', 'transient'] as const).find((kind) => (error as Error).message === kind) ?? 'permanent',
    messageOf: (error) => (error as Error).message,
    after: (ms, work) => {
      const timer = { ms, work };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  };
  const sync = new DraftSync(deps, () => undefined);
  return {
    sync,
    timers,
    /** Types, or reverts everything with null. */
    type: (value: string | null) => sync.change(value === null ? null : { value, base: '4' }),
    /** Lets all pauses pass until nothing is left to do. */
    async settle(): Promise<void> {
      for (let round = 0; round < 20; round += 1) {
        for (const { work } of timers.splice(0)) work();
        await vi.waitFor(() => Promise.resolve());
        await new Promise((done) => setImmediate(done));
      }
    },
  };
}

describe('the draft of an open page', () => {
  it('is stored after a pause, once for all changes within it', async () => {
    const server = fakeServer();
    const page = openPage(server, 'a');
    await page.sync.open();
    page.type('1');
    page.type('12');
    expect(page.timers).toHaveLength(1);
    await page.settle();
    expect(server.saves).toMatchObject([{ value: '12', person: 7, writer: 'a', turn: 1, known: 0 }]);
    page.type('123');
    await page.settle();
    expect(server.saves[1]).toMatchObject({ value: '123', turn: 2, known: 1 });
  });

  it('is deleted once nothing is unsaved', async () => {
    const server = fakeServer();
    const page = openPage(server, 'a');
    await page.sync.open();
    page.type('1');
    await page.settle();
    page.type(null);
    await page.settle();
    expect(server.row()).toBeNull();
  });

  it('is stored at once when the page closes, even during another save', async () => {
    const server = fakeServer();
    const page = openPage(server, 'a');
    await page.sync.open();
    page.type('1');
    for (const { work } of page.timers.splice(0)) work();
    page.type('12');
    page.sync.flush();
    expect(server.saves.map(({ value, turn }) => [value, turn])).toEqual([
      ['1', 1],
      ['12', 2],
    ]);
  });

  it('is offered when the page is opened again; nothing is stored before the choice', async () => {
    const server = fakeServer();
    server.put('left');
    const page = openPage(server, 'b');
    await page.sync.open();
    expect(page.sync.state().offer?.value).toBe('left');
    page.type('new');
    page.sync.flush();
    await page.settle();
    expect(server.row()?.value).toBe('left');
    page.sync.keep();
    page.type('left and new');
    await page.settle();
    expect(server.row()?.value).toBe('left and new');
    expect(page.sync.state()).toEqual({ offer: null, problem: null });
  });

  it('is deleted when the restored edits are saved before the pause ends', async () => {
    const server = fakeServer();
    server.put('left');
    const page = openPage(server, 'b');
    await page.sync.open();
    page.sync.keep();
    page.type('left');
    page.type(null);
    await page.settle();
    expect(server.row()).toBeNull();
  });

  it('ends when a dialog is cancelled, but not when it was only offered', async () => {
    const server = fakeServer();
    const page = openPage(server, 'a');
    page.sync.endOnClose(true);
    await page.sync.open();
    page.type('1');
    await page.settle();
    page.sync.close();
    await page.settle();
    expect(server.row()).toBeNull();
    server.put('left');
    const again = openPage(server, 'b');
    again.sync.endOnClose(true);
    await again.sync.open();
    again.sync.close();
    await again.settle();
    expect(server.row()?.value).toBe('left');
  });

  it('is deleted by Discard, after which new edits are stored', async () => {
    const server = fakeServer();
    server.put('left');
    const page = openPage(server, 'b');
    await page.sync.open();
    page.sync.discard();
    await page.settle();
    expect(server.row()).toBeNull();
    page.type('new');
    await page.settle();
    expect(server.row()?.value).toBe('new');
  });

  it('of two tabs: the second one is offered the edits of the first, and neither is lost without a choice', async () => {
    const server = fakeServer();
    const [a, b] = [openPage(server, 'a'), openPage(server, 'b')];
    await Promise.all([a.sync.open(), b.sync.open()]);
    a.type('of a');
    await a.settle();
    b.type('of b');
    await b.settle();
    expect(server.row()?.value).toBe('of a');
    expect(b.sync.state().offer?.value).toBe('of a');
    b.sync.keep();
    b.type('of a and b');
    await b.settle();
    a.type('more of a');
    await a.settle();
    expect(server.row()?.value).toBe('of a and b');
    expect(a.sync.state().offer?.value).toBe('of a and b');
    a.sync.discard();
    await a.settle();
    expect(server.row()?.value).toBe('more of a');
  });

  it('says why it is not stored, and retries only if that may help', async () => {
    const server = fakeServer();
    const page = openPage(server, 'a');
    await page.sync.open();
    server.failure = new Error('too large');
    page.type('1');
    await page.settle();
    expect(page.sync.state().problem).toBe('too large');
    expect(page.timers).toEqual([]);
    server.failure = new Error('transient');
    page.type('2');
    for (const { work } of page.timers.splice(0)) work();
    await vi.waitFor(() => expect(page.timers).toMatchObject([{ ms: 10_000 }]));
    server.failure = null;
    await page.settle();
    expect(server.row()?.value).toBe('2');
    expect(page.sync.state().problem).toBeNull();
  });
});
