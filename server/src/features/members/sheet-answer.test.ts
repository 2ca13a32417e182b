import { expect, it } from 'vitest';
import { outputName } from './sheet-answer.ts';

it.each([
  ['members.xlsx', 'members.sql'],
  ['Spring intake 2026.csv', 'Spring-intake-2026.sql'],
  ['C:\\Users\\ann\\Zoë.xlsx', 'Zoe.sql'],
  ['../../etc/passwd', 'passwd.sql'],
  ['a.b.c.csv', 'a-b-c.sql'],
  ['x\u202egpj.xlsx', 'x-gpj.sql'],
  ['名簿.xlsx', 'members.sql'],
  ['con.csv', 'members.sql'],
  ['', 'members.sql'],
  [`${'x'.repeat(300)}.csv`, `${'x'.repeat(80)}.sql`],
])('the SQL of %s is saved as %s [IMP-08]', (name, output) => {
  expect(outputName(name)).toBe(output);
});
