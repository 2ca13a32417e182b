import { expect, it } from 'vitest';
import { createActivity } from './activity.ts';

function page() {
  const clock = { ms: 0 };
  let reports = 0;
  const activity = createActivity(
    () => clock.ms,
    () => (reports += 1),
  );
  return { activity, reports: () => reports, pass: (seconds: number) => (clock.ms += seconds * 1000) };
}

it('is recent for a minute after the page was opened or used', () => {
  const { activity, pass } = page();
  expect(activity.isRecent()).toBe(true);
  pass(60);
  expect(activity.isRecent()).toBe(false);
  activity.notice();
  pass(59);
  expect(activity.isRecent()).toBe(true);
});

it('reports input that causes no request, at most every five minutes', () => {
  const { activity, reports, pass } = page();
  for (let minute = 0; minute < 20; minute += 1) {
    pass(60);
    activity.notice();
  }
  expect(reports()).toBe(4);
});

it('reports nothing while requests show the activity, nor without input', () => {
  const { activity, reports, pass } = page();
  for (let minute = 0; minute < 20; minute += 1) {
    pass(60);
    activity.notice();
    activity.isRecent();
  }
  pass(3600);
  expect([reports(), activity.isRecent()]).toEqual([0, false]);
});
