import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CsvButton } from './csv-button.tsx';
import { renderUi } from './testing/render-page.tsx';

const columns = [{ id: 'name', header: 'Name', cell: (name: string) => name }];

function openButton(rows: readonly string[] | (() => Promise<readonly string[]>)) {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = renderUi(<CsvButton label="Trees" columns={columns} rows={rows} />);
  return { files, user, button: screen.getByRole('button', { name: 'Download Trees as CSV' }) };
}

it('downloads one file for a double click', async () => {
  const { files, user, button } = openButton(['oak']);
  await user.dblClick(button);
  await waitFor(() => expect(files).toHaveLength(1));
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  expect(files).toHaveLength(1);
});

it('loads the rows once, however often it is clicked meanwhile, and again after that', async () => {
  const loads: ((rows: string[]) => void)[] = [];
  const { files, user, button } = openButton(() => new Promise((resolve) => void loads.push(resolve)));
  await user.click(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await user.click(button);
  expect(loads).toHaveLength(1);
  loads[0]?.(['oak', 'elm']);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  expect(await files[0]?.text()).toMatch(/oak\r?\nelm/);
  await user.click(button);
  expect(loads).toHaveLength(2);
});
