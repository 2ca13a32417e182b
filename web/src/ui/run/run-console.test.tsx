import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { RunConsole } from './run-console.tsx';
import { RunLog } from './run-log.ts';

it('finds a text in a last line without a line break, as after a crash', async () => {
  const at = '2026-11-21T09:00:00.000Z';
  const log = new RunLog();
  log.add([{ offset: 0, at, text: 'copying\nfatal: no space left' }]);
  render(
    <RunConsole
      log={log}
      title="Run 1"
      subtitle="a deploy"
      state="failed"
      error={null}
      startedAt={at}
      endedAt={at}
      usualSeconds={null}
      fileName="run-1.txt"
    />,
  );
  await userEvent.type(screen.getByLabelText('Search output'), 'no space');
  expect(await screen.findByText('1 of 1')).toBeDefined();
});
