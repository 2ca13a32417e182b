import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../lib/testing/fake-server.ts';
import { renderPage } from '../lib/testing/render-page.tsx';
import { ValPage } from './val-page.tsx';

const CALL = 'GET http://localhost:8080/';

it('is titled Val and asks the local address once [VDA-02]', async () => {
  const arrived = startFakeServer({ [CALL]: {} });
  const { page } = await renderPage('/val', ValPage, '/val');
  await waitFor(() => expect(page.querySelector('[role="status"]')?.textContent).toContain('answers.'));
  expect(page.querySelector('h1')?.textContent).toBe('Val');
  expect(arrived.map(({ call }) => call)).toEqual([CALL]);
});

it('stays as it is when nothing answers there: says so quietly, without a toast (C-119)', async () => {
  const asked: string[] = [];
  globalThis.fetch = (input) => {
    asked.push(input instanceof Request ? input.url : input.toString());
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  const { page } = await renderPage('/val', ValPage, '/val');
  await waitFor(() => expect(page.querySelector('[role="status"]')?.textContent).toContain('could not be reached.'));
  expect(page.querySelector('h1')?.textContent).toBe('Val');
  expect(asked).toHaveLength(1);
  expect(document.querySelector('[data-toast]')).toBeNull();
});
