import { mdiAccountCircleOutline, mdiHelpCircleOutline } from '@mdi/js';
import { Palette, type OpenPalette } from '../../features/search/parts/palette.tsx';
import { useConsole } from '../../lib/role-refusal.ts';
import { PLACES } from './places.ts';
import { consolePagesFor, TOOLS } from '../tools/tools.ts';

const ACCOUNT = { label: 'Your account', icon: mdiAccountCircleOutline, href: '/me' } as const;
const HELP = { label: 'Help', icon: mdiHelpCircleOutline, href: '/help' } as const;

/** The palette with every page of the console that the user may open. */
export function ConsolePalette(props: OpenPalette) {
  const consolePages = consolePagesFor(useConsole()?.role);
  return <Palette {...props} pages={[...PLACES, ...TOOLS, ...consolePages, ACCOUNT, HELP]} />;
}
