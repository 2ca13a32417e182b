import { expect, it } from 'vitest';
import { findBoundaryFaults, findForeignWrites } from './boundaries.ts';
import { readImports } from './imports.ts';

const faultsOf = (path: string, text: string) => findBoundaryFaults(readImports({ path, text }));

it.each([
  ['contract/src/config/rules.ts', "import fastify from 'fastify';"],
  ['contract/src/config/rules.ts', "import { join } from 'node:path';"],
  ['web/src/lib/api.ts', "import '@mission-control/server/platform/clock';"],
  ['web/src/lib/api.ts', "const page = await import('../features/config/pages/config-page.tsx');"],
  ['server/src/app/main.ts', "import { fleet } from '../../../sandbox/src/fleet.ts';"],
  ['sandbox/src/main.ts', "import { clock } from '@mission-control/server/platform/clock';"],
  ['server/src/features/config/save-config.ts', "import { getTenant } from '../tenants/service.ts';"],
  ['web/src/features/config/pages/config-page.tsx', "import { Card } from '../../tenants/parts/card.tsx';"],
  ['server/src/platform/context.ts', "import type { Tenant } from '../features/tenants/public.ts';"],
  ['packages/spreadsheet/src/csv.ts', "import { errorCodes } from '@mission-control/contract/errors';"],
  ['packages/spreadsheet/src/xml.ts', "import { readXml } from '@mission-control/soap-forms';"],
  ['web/src/lib/api.ts', "import { readSheet } from '@mission-control/spreadsheet';"],
  ['web/src/ui/link.tsx', "import { Link } from '@tanstack/react-router';"],
  ['server/src/features/config/service.ts', "import { eq } from 'drizzle-orm';"],
  ['server/src/features/config/service.ts', "import { configs } from './tables.ts';"],
  ['server/src/features/config/service.ts', "import { createTestCtx } from '../../platform/testing/test-ctx.ts';"],
])('%s must not contain: %s', (path, text) => {
  expect(faultsOf(path, text)).toHaveLength(1);
});

it.each([
  ['contract/src/config/rules.test.ts', "import { it } from 'vitest'; import fc from 'fast-check';"],
  ['web/src/features/tenants/parts/card.tsx', "import { useCommit } from '../../config/public.tsx';"],
  ['web/src/lib/api.ts', "import { calls } from '@mission-control/contract/calls';"],
  ['server/src/features/config/save-config.ts', "import { findTenant } from '../tenants/public.ts';"],
  [
    'server/src/features/config/queries-history.ts',
    "import { eq } from 'drizzle-orm'; import { configs } from './tables.ts';",
  ],
  ['contract/src/soap/rules.ts', "export { fieldName } from '@mission-control/soap-forms/fields';"],
  ['server/src/ports/soap/exchange.ts', "import { decodeLossy } from '@mission-control/soap-forms';"],
  ['server/src/features/config/service.ts', "import type { SQL } from 'drizzle-orm';"],
  ['server/src/app/features.ts', "import { configFeature } from '../features/config/feature.ts';"],
])('%s may contain: %s', (path, text) => {
  expect(faultsOf(path, text)).toEqual([]);
});

it('finds a cycle of files that load each other, ignoring type-only imports', () => {
  const one = readImports({ path: 'web/src/lib/a.ts', text: "import { b } from './b.ts';" });
  const back = readImports({ path: 'web/src/lib/b.ts', text: "export { a } from './a.ts';" });
  const typeOnly = readImports({ path: 'web/src/lib/b.ts', text: "import type { A } from './a.ts';" });
  expect(findBoundaryFaults([...one, ...back])).toEqual([
    expect.stringContaining('web/src/lib/a.ts -> web/src/lib/b.ts -> web/src/lib/a.ts'),
  ]);
  expect(findBoundaryFaults([...one, ...typeOnly])).toEqual([]);
});

it('lets only the fleet and the feature tenants write the tables of tenants', () => {
  const text = 'await db.update(tenants).set({ active: false });';
  const writes = (path: string) => findForeignWrites([{ path, text }]);
  expect(writes('server/src/features/relations/queries.ts')).toEqual([
    expect.stringMatching(/^server\/src\/features\/relations\/queries\.ts writes tenants: /),
  ]);
  expect(writes('server/src/fleet/queries-tenants.ts')).toEqual([]);
  expect(writes('server/src/features/relations/relations.test.ts')).toEqual([]);
});
