import { calls } from '@mission-control/contract/calls';
import * as topics from '@mission-control/contract/topics';
import { expect, it, vi } from 'vitest';
import { callHeads } from './call-heads.ts';

/** A module of a data: URL has no folder to import from. */
const withTopics = (heads: string): string =>
  heads.replace(/^import \{([^}]*)\} from '[^']*topics\.ts';$/m, 'const {$1} = globalThis.topics;');

type Heads = Record<string, { topics?: (request: object) => unknown }>;

const files = import.meta.glob<string>('../contract/src/**/calls.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('finds the head of every call that a person makes', async () => {
  vi.stubGlobal('topics', topics);
  const modules = await Promise.all(
    Object.entries(files)
      .flatMap(([path, source]) => [...callHeads(path, source).values()])
      .map((head) => import(`data:text/javascript,${encodeURIComponent(withTopics(head))}`)),
  );
  const heads = modules.flatMap((module) => Object.values(module as Record<string, object>));
  const ofPeople = calls.filter(({ access }) => access !== 'environment');
  const KEPT = ['name', 'method', 'path', 'access', 'status', 'form', 'throttleMs', 'timeoutMs'] as const;
  const expected = ofPeople.map((call) => ({
    ...Object.fromEntries(KEPT.filter((key) => call[key] !== undefined).map((key) => [key, call[key]])),
    ...(call.topics && { topics: expect.any(Function) as unknown }),
  }));
  expect(heads).toEqual(expect.arrayContaining(expected));
  expect(expected.length).toBeGreaterThan(50);
});

it('refuses a head that is not written as plain values', () => {
  const source = "export const one = defineCall({ name: 'one', path: `/api/${two}`, answer: z.object({}) });";
  expect(() => callHeads('calls.ts', source)).toThrow(/path of the call one is no plain value/);
});

it('gives the topics of a call what they use of topics.ts, and evaluates them', async () => {
  vi.stubGlobal('topics', topics);
  const request = { params: { id: 7, service: 'coursepro' }, query: {}, body: {} };
  for (const [path, source] of Object.entries(files))
    for (const [name, head] of callHeads(path, source)) {
      const module = (await import(`data:text/javascript,${encodeURIComponent(withTopics(head))}`)) as Heads;
      expect(() => module[name]?.topics?.(request), name).not.toThrow(ReferenceError);
    }
});

it('keeps the topics of a call, which the bundle would otherwise never read again', () => {
  const heads = callHeads(
    'calls.ts',
    "import { TOPIC } from '../topics.ts';\nexport const one = defineCall({ name: 'one', topics: () => [TOPIC.tenants], answer: z.any() });",
  );
  expect([...heads]).toEqual([
    [
      'one',
      "import { TOPIC } from '../topics.ts';\nexport const one = { name: 'one', topics: () => [TOPIC.tenants] };\n",
    ],
  ]);
});
