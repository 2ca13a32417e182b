/** What each tool and page does, in one sentence, by address. Apart from tools.ts, which every page loads for the palette. */
export const ABOUT: Readonly<Record<string, string>> = {
  '/tools/licence': 'Read, change and issue the signed licences of self-hosted installations.',
  '/tools/importer': 'Turn a spreadsheet of members into SQL. Work in progress.',
  '/tools/mapper': 'Map the levels, groups and competencies of one tenant to those of another.',
  '/tools/create-release': 'Tag a branch of an app, and build a release from a tag.',
  '/tools/deploy-release': 'Deploy a release to an environment, see which version runs where, and roll back.',
  '/tools/seed-tenant': 'Fill a tenant with demo data.',
  '/tools/upload-translations': 'Send the source texts of a branch to the translators at Straker.',
  '/tools/utopia': 'See what every tenant uses, and calculate what the features it does not use would bring.',
  '/tools/regenerate-brandings': 'Generate the HomePortal and online joining brandings of all active tenants again.',
  '/bulk': 'Changes to many tenants at once: their progress, the outcome for each tenant, and undo.',
  '/runs': 'Everything the tools have run: who started it, how it ended, and its output.',
  '/alerts': 'Current problems, the rules that detect them, and where alerts are sent.',
  '/people': 'Who may sign in, with which role; sessions, and links to set a password.',
  '/audit': 'Everything changed, revealed or refused: who, when, from where, and the values before and after.',
  '/fleet': 'Regions, accounts, environments with their servers, certificates, database hosts and config keys.',
  '/fleet/import': 'Import the inventory of a platform: check it, preview the changes, and apply those you tick.',
  '/drift':
    'The state of every config: committed, waiting, changed on servers. Commit or take over all that share a difference.',
  '/timeline': 'What changed and what broke, on one axis: of the fleet, an environment, a server or a tenant.',
  '/compare': 'The settings of up to 50 tenants, or of one tenant and the default template, side by side.',
};
