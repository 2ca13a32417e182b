import { expect, it } from 'vitest';
import { configTimeline } from './timeline.ts';

it('shows that a take-over was undone', () => {
  const change = { subject: 'Brimham CoursePro config', about: 'CoursePro config', home: '/tenant/1', before: {} };
  expect(configTimeline['config.take-over-undone']?.describe({ ...change, after: { revision: 2 } })).toMatchObject({
    text: 'Undid the take-over of CoursePro config',
    path: '/tenant/1/coursepro/config',
    undo: null,
  });
});
