/** The one list of feature words; a feature has the same word in the contract, the server and the browser. */
export const featureWords = [
  'auth',
  'people',
  'search',
  'dashboard',
  'tenants',
  'services',
  'relations',
  'config',
  'control',
  'branding',
  'cron',
  'reports',
  'system',
  'environments',
  'databases',
  'monitors',
  'releases',
  'translations',
  'competency',
  'licences',
  'members',
  'soap',
  'leisure',
  'utopia',
  'audit',
  'runs',
  'inventory',
  'help',
];

/** Contract folders of the platform rather than a feature: the basics of communication between server and browser. */
export const platformWords = ['events', 'health'];
