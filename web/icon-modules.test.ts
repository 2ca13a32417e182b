import { mdiClose } from '@mdi/js';
import { expect, it } from 'vitest';
import { iconModule, splitImports } from './icon-modules.ts';

it('imports each icon from a module of its own, on the same lines', () => {
  const source = "import {\n  mdiClose,\n  mdiMagnify,\n} from '@mdi/js';\nimport { useMemo } from 'react';\n";
  const split = splitImports(source);
  expect(split).toBe(
    "import mdiClose from 'icon:mdiClose'; import mdiMagnify from 'icon:mdiMagnify';\n\n\n\nimport { useMemo } from 'react';\n",
  );
});

it('has the path of an icon, and refuses one that there is not', () => {
  expect(iconModule('mdiClose')).toBe(`export default "${mdiClose}";`);
  expect(() => iconModule('mdiNothing')).toThrow('@mdi/js has no icon mdiNothing.');
});
