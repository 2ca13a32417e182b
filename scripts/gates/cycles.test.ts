import { expect, it } from 'vitest';
import { readImports } from './imports.ts';
import { findCycles } from './cycles.ts';

const imports = (path: string, text: string) => readImports({ path, text });
const services = imports('server/src/features/services/add.ts', "import { a } from '../tenants/public.ts';");
const tenants = imports('server/src/features/tenants/list.ts', "import type { B } from '../config/public.ts';");
const config = imports('server/src/features/config/queries.ts', "export { c } from '../services/public.ts';");

it('finds cycles of features through any kind of import', () => {
  expect(findCycles([...services, ...tenants])).toEqual([]);
  expect(findCycles([...services, ...tenants, ...config])).toEqual([
    'server/src/features/services -> server/src/features/tenants -> server/src/features/config -> server/src/features/services ' +
      '(server/src/features/services/add.ts imports server/src/features/tenants/public.ts)',
  ]);
});

it('checks layers separately, and ignores tests', () => {
  const contract = imports('contract/src/tenants/schema.ts', "import { d } from '../services/rules.ts';");
  const test = imports('contract/src/services/rules.test.ts', "import { e } from '../tenants/schema.ts';");
  expect(findCycles([...services, ...contract, ...test])).toEqual([]);
});
