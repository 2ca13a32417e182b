import {
  mdiAccountGroupOutline,
  mdiShieldSearch,
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

/** Where the translators say how far uploaded texts are (C-120). Set when the bundle is built. */
const TRANSLATIONS_STATUS_URL =
  import.meta.env.VITE_TRANSLATIONS_STATUS_URL ?? 'https://order.strakertranslations.com/';

/** The local development address that /val asks (C-119). Set when the bundle is built. */
export const VAL_URL = import.meta.env.VITE_VAL_URL ?? 'http://localhost:8080/';

/** A tool of the console. */
export interface Tool {
  /** The title of its page. */
  label: string;
  /** A path of @mdi/js. */
  icon: string;
  href: string;
  /** What it does, in one sentence. */
  about: string;
  /** A page of somebody else that belongs to it. */
  outside?: { label: string; href: string };
}

/** The tools in the order of the documents: a card each on /tools, and an entry of the palette. A new page is a new line. */
export const TOOLS: readonly Tool[] = [
  {
    label: 'Licence',
    icon: mdiCertificateOutline,
    href: '/tools/licence',
    about: 'Read, change and issue the signed licences of self-hosted installations.',
  },
  {
    label: 'Member importer',
    icon: mdiAccountMultiplePlusOutline,
    href: '/tools/importer',
    about: 'Turn a spreadsheet of members into SQL. Work in progress.',
  },
  {
    label: 'Competency mapper',
    icon: mdiSwapHorizontal,
    href: '/tools/mapper',
    about: 'Have it said which levels, groups and competencies of one tenant stand for those of another.',
  },
  {
    label: 'Create Release',
    icon: mdiTagPlusOutline,
    href: '/tools/create-release',
    about: 'Tag a branch of an app, and build a release from a tag.',
  },
  {
    label: 'Deploy Release',
    icon: mdiRocketLaunchOutline,
    href: '/tools/deploy-release',
    about: 'Bring a release to an environment, see which version runs where, and roll back.',
  },
  {
    label: 'Seed Tenant',
    icon: mdiSprout,
    href: '/tools/seed-tenant',
    about: 'Fill a tenant with demo data.',
  },
  {
    label: 'Upload translations',
    icon: mdiTranslate,
    href: '/tools/upload-translations',
    about: 'Hand the source texts of a branch to the translators at Straker.',
    outside: { label: 'Translation status', href: TRANSLATIONS_STATUS_URL },
  },
  {
    label: 'Utopia grid',
    icon: mdiTableLarge,
    href: '/tools/utopia',
    about: 'See what every tenant has, and calculate what the rest would bring.',
  },
  {
    label: 'Regenerate brandings',
    icon: mdiPaletteOutline,
    href: '/tools/regenerate-brandings',
    about: 'Generate the HomePortal and online joining brandings of all active tenants again.',
  },
  {
    label: 'Bulk changes',
    icon: mdiPlaylistEdit,
    href: '/bulk',
    about: 'Changes of many tenants at once: how far they are, what became of each tenant, and their undo.',
  },
  {
    label: 'Runs',
    icon: mdiHistory,
    href: '/runs',
    about: 'What the tools have done: who started it, how it ended, and its output.',
  },
];

/** Pages of the console itself, in a group of their own below the tools (C-137), and entries of the palette. */
export const CONSOLE_PAGES: readonly (Tool & { adminOnly?: true })[] = [
  {
    label: 'Alerts',
    icon: mdiBellOutline,
    href: '/alerts',
    about: 'What is in trouble now, the rules that find it, and where it is sent.',
  },
  {
    label: 'People',
    icon: mdiAccountGroupOutline,
    href: '/people',
    about: 'Who may sign in, with which role; sessions, and links to set a password.',
    adminOnly: true,
  },
  {
    label: 'Audit',
    icon: mdiShieldSearch,
    href: '/audit',
    about: 'Everything that was changed, revealed or refused: who, when, from where, and the values before and after.',
    adminOnly: true,
  },
  {
    label: 'Fleet',
    icon: mdiServerNetwork,
    href: '/fleet',
    about: 'Regions, accounts, environments with their servers, certificates, database hosts and config keys.',
    adminOnly: true,
  },
  {
    label: 'Import fleet',
    icon: mdiFileTreeOutline,
    href: '/fleet/import',
    about: 'Bring the inventory of a platform: check it, see what it would change, and apply what you tick.',
    adminOnly: true,
  },
  {
    label: 'Drift',
    icon: mdiFileAlertOutline,
    href: '/drift',
    about: 'Configs whose servers hold another file than the committed one: take over what is there, or commit.',
  },
  {
    label: 'Compare configs',
    icon: mdiCompare,
    href: '/compare',
    about: 'The settings of up to 50 tenants, or of one tenant and the default template, side by side.',
  },
];
