import { expect, it } from 'vitest';
import { secretArguments, secretVariables } from './detect-secrets.ts';

it('finds secrets in variables', () => {
  const found = secretVariables({
    PATH: '/usr/bin:/bin',
    HOME: '/home/console',
    LANG: 'en_GB.UTF-8',
    DEPLOY_TOKEN: 'short1',
    BUILD: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    REGISTRY: 'https://robot:p%40ss@registry.example/',
  });
  expect(found).toEqual([
    'short1',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'https://robot:p%40ss@registry.example/',
    'p%40ss',
    'p@ss',
  ]);
});

it('finds secrets in arguments, and does not mistake a commit hash for one', () => {
  const version = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b';
  const argv = [
    'deploy',
    '--token=t0ken',
    '--password',
    'pa ss',
    '--version',
    version,
    `--commit=${version}`,
    'API_KEY=k',
    '--secret',
    '--other',
  ];
  expect(secretArguments(argv)).toEqual(['t0ken', 'pa ss', 'k']);
});
