import { readFileSync, writeFileSync } from 'node:fs';
import { envSchema } from '../server/src/app/env.ts';

const start = '<!-- configuration: made by `npm run readme` from server/src/app/env.ts -->';
const end = '<!-- /configuration -->';

function configurationTable(): string {
  const rows = Object.entries(envSchema.shape).map(([name, field]) => {
    const standard = field.safeParse(undefined);
    const value = standard.success && standard.data !== undefined ? `\`${String(standard.data)}\`` : '';
    return `| \`${name}\` | ${value} | ${(field.description ?? '').replaceAll('|', '\\|')} |`;
  });
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function withTable(readme: string): string {
  const [before, rest] = readme.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`README.md has lost its markers: ${start} and ${end}`);
  return `${before}${start}\n\n${configurationTable()}\n\n${end}${after}`;
}

/** Whether the configuration table of README.md says what env.ts says. */
export function readmeIsCurrent(): boolean {
  const readme = readFileSync('README.md', 'utf8');
  return readme === withTable(readme);
}

if (import.meta.main) writeFileSync('README.md', withTable(readFileSync('README.md', 'utf8')));
