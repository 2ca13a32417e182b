import { expect, it } from 'vitest';
import type { AlertMessage } from '@mission-control/contract/alerts/schema';
import { bodyOf, testMessage } from './message.ts';

const MARKUP = '[x](http://evil.example) **b** _i_ `c` <!channel> & :smile:';
const ADDRESS = 'https://console.example/alerts/7';
const message = (): AlertMessage => ({
  ...testMessage('id', new Date('2026-11-20T09:00:00Z')),
  event: 'opened',
  alert: {
    id: 7,
    title: `Site down: ${MARKUP}`,
    severity: 'critical',
    rule: { id: 1, name: MARKUP, kind: 'site-down' },
    since: '2026-11-20T08:59:00.000Z',
    resolved_at: null,
    length_seconds: null,
    returns: 0,
    count: 1,
    members: [
      { label: MARKUP, detail: 'No response.', tenant_id: 1, link: '/monitor/1', since: '2026-11-20T08:59:00.000Z' },
    ],
    url: ADDRESS,
  },
});

it('is shown in Teams with names as they are: only its own address is a link', () => {
  const { attachments } = bodyOf('teams', message()) as {
    attachments: { content: { body: { type: string; inlines: { type: string; text: string }[] }[] } }[];
  };
  const blocks = attachments[0]?.content.body ?? [];
  expect(blocks.map(({ type, inlines }) => [type, ...inlines.map((run) => run.type)])).toEqual(
    blocks.map(() => ['RichTextBlock', 'TextRun']),
  );
  const runs = blocks.flatMap(({ inlines }) => inlines);
  expect(runs[0]).toMatchObject({ text: `Alert: Site down: ${MARKUP}`, weight: 'Bolder' });
  expect(runs.filter((run) => 'selectAction' in run)).toEqual([
    { type: 'TextRun', text: ADDRESS, selectAction: { type: 'Action.OpenUrl', url: ADDRESS } },
  ]);
});

it('fits into a section of Slack, which rejects longer ones, and keeps the address of the alert', () => {
  const { alert, ...rest } = message();
  const members = Array.from({ length: 12 }, (_, at) => ({
    label: `Brimham Active CoursePro, brimham-active-${at}.coursepro.co.uk`,
    detail: `200 OK, without the expected text "${'& '.repeat(100)}"`,
    tenant_id: 1,
    link: `/monitor/${at}`,
    since: '2026-11-20T08:59:00.000Z',
  }));
  const many: AlertMessage = { ...rest, event: 'flapping', alert: alert && { ...alert, count: 12, members } };
  const { blocks } = bodyOf('slack', many) as { blocks: { text: { text: string } }[] };
  const text = blocks[0]?.text.text ?? '';
  expect(text.length).toBeLessThanOrEqual(3_000);
  expect(text).toMatch(
    /^\*Flapping: Site down: [^]*brimham-active-9\.[^]*\nand 2 others\nhttps:\/\/console\.example\/alerts\/7$/,
  );
});
