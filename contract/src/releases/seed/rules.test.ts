import { expect, it } from 'vitest';
import { seedButton, seedComplete, seedFailed, SEEDING_OUTPUT } from './rules.ts';

it('names the chosen tenant on the button, or prompts for one [SEED-02] [SEED-03]', () => {
  expect(seedButton(null)).toBe('Select a Tenant');
  expect(seedButton('Elm Leisure')).toBe('Seed Tenant - Elm Leisure');
});

it('reports the outcome of a seeding, with ? if the server gave no reason [SEED-05] [SEED-09] [SEED-10]', () => {
  expect(seedComplete('Elm Leisure')).toBe('Tenant Elm Leisure seed complete');
  expect(seedFailed('node ended with code 3.')).toBe('Failed to seed tenant - node ended with code 3.');
  expect(seedFailed('')).toBe('Failed to seed tenant - ?');
  expect(SEEDING_OUTPUT).toBe('Seeding output');
});
