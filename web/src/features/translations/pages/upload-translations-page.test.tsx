import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { UploadTranslationsPage } from './upload-translations-page.tsx';

/** The form at an address with a branch, while the branches load. */
async function openPage() {
  startFakeServer({ 'GET /api/repos/branches?app=coursepro': { branches: [{ name: 'main' }] } });
  const loaded = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (`${input as string}`.includes('/branches')) await loaded.promise;
    return fetch(input, init);
  };
  const at = '/tools/upload-translations';
  await renderPage(at, UploadTranslationsPage, `${at}?type=strive&branch=release-4.18`);
  const field = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Branch' });
  return { loaded, shown: () => field.selectedOptions[0]?.textContent };
}

it('shows the branch that it would upload, also before the branches are loaded and if it does not exist', async () => {
  const { loaded, shown } = await openPage();
  expect(shown()).toBe('release-4.18');
  loaded.resolve();
  await screen.findByRole('option', { name: 'main' });
  expect(shown()).toBe('release-4.18 (does not exist)');
});
