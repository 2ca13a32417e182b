import type { Role } from '@mission-control/contract/call';
import {
  mdiAccountGroupOutline,
  mdiShieldSearch,
  mdiTimelineClockOutline,
  mdiAccountMultiplePlusOutline,
  mdiBellOutline,
  mdiCertificateOutline,
  mdiCompare,
  mdiFileAlertOutline,
  mdiFileTreeOutline,
  mdiHistory,
  mdiPlaylistEdit,
  mdiPaletteOutline,
  mdiRocketLaunchOutline,
  mdiServerNetwork,
  mdiSprout,
  mdiSwapHorizontal,
  mdiTagPlusOutline,
  mdiTableLarge,
  mdiTranslate,
} from '@mdi/js';

declare global {
  interface ImportMetaEnv {
    readonly VITE_TRANSLATIONS_STATUS_URL?: string;
    readonly VITE_VAL_URL?: string;
  }
}

/** The translators' status page for uploaded texts (C-120). Set at build time. */
const TRANSLATIONS_STATUS_URL =
  import.meta.env.VITE_TRANSLATIONS_STATUS_URL ?? 'https://order.strakertranslations.com/';

/** The local development address that /val requests (C-119). Set at build time. */
export const VAL_URL = import.meta.env.VITE_VAL_URL ?? 'http://localhost:8080/';

export interface Tool {
  /** The title of its page. */
  label: string;
  /** A path of @mdi/js. */
  icon: string;
  href: string;
  /** A related external page. */
  outside?: { label: string; href: string };
}

/** The tools in the order of the documents, for the cards on /tools and the palette. A new page needs a line here and in ABOUT. */
export const TOOLS: readonly Tool[] = [
  { label: 'Licence', icon: mdiCertificateOutline, href: '/tools/licence' },
  { label: 'Member importer', icon: mdiAccountMultiplePlusOutline, href: '/tools/importer' },
  { label: 'Competency mapper', icon: mdiSwapHorizontal, href: '/tools/mapper' },
  { label: 'Create Release', icon: mdiTagPlusOutline, href: '/tools/create-release' },
  { label: 'Deploy Release', icon: mdiRocketLaunchOutline, href: '/tools/deploy-release' },
  { label: 'Seed Tenant', icon: mdiSprout, href: '/tools/seed-tenant' },
  {
    label: 'Upload translations',
    icon: mdiTranslate,
    href: '/tools/upload-translations',
    outside: { label: 'Translation status', href: TRANSLATIONS_STATUS_URL },
  },
  { label: 'Utopia grid', icon: mdiTableLarge, href: '/tools/utopia' },
  { label: 'Regenerate brandings', icon: mdiPaletteOutline, href: '/tools/regenerate-brandings' },
  { label: 'Bulk changes', icon: mdiPlaylistEdit, href: '/bulk' },
  { label: 'Runs', icon: mdiHistory, href: '/runs' },
];

/** The console's own pages, in a group below the tools (C-137) and in the palette. Admin pages come last: they need the role. */
export const CONSOLE_PAGES: readonly (Tool & { adminOnly?: true })[] = [
  { label: 'Alerts', icon: mdiBellOutline, href: '/alerts' },
  { label: 'Drift', icon: mdiFileAlertOutline, href: '/drift' },
  { label: 'Timeline', icon: mdiTimelineClockOutline, href: '/timeline' },
  { label: 'Compare configs', icon: mdiCompare, href: '/compare' },
  { label: 'People', icon: mdiAccountGroupOutline, href: '/people', adminOnly: true },
  { label: 'Audit', icon: mdiShieldSearch, href: '/audit', adminOnly: true },
  { label: 'Fleet', icon: mdiServerNetwork, href: '/fleet', adminOnly: true },
  { label: 'Import fleet', icon: mdiFileTreeOutline, href: '/fleet/import', adminOnly: true },
];

/** The pages of the console that a role may open. */
export const consolePagesFor = (role: Role | undefined): readonly Tool[] =>
  CONSOLE_PAGES.filter(({ adminOnly }) => role === 'admin' || !adminOnly);
