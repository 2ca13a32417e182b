import { choice, flag, needs, number, secret, text, type KeySpec } from './key-spec.ts';

const always = { always: true };

export const HOMEPORTAL_KEYS: readonly KeySpec[] = [
  text('HP_TITLE', 'Title of the portal.', ['{name}'], always),
  text('HP_COURSEPRO_URL', 'Address of the tenant\u2019s CoursePro.', ['https://{slug}.coursepro.co.uk'], always),
  secret('HP_SHARED_SECRET', 'Signs requests to CoursePro.', always),
  flag('HP_SHOW_BASKET', 'Shows the basket.', 'True'),
  flag('HP_GUEST_SEARCH', 'Lets visitors search courses.', 'True'),
  number('HP_SESSION_LIFETIME', 'Minutes until an idle session ends.', '20 30 60'),
  number('HP_CACHE_TTL', 'Seconds that answers of CoursePro are cached.', '120 60 300'),
  choice('HP_THEME', 'Look of the portal.', { classic: 'Classic', wave: 'Wave', slate: 'Slate' }, always),
  flag('HP_ENABLE_REGISTRATION', 'Lets visitors create an account.', 'True'),
  text('HP_TERMS_URL', 'Page with the terms.', ['https://www.{slug}.example/terms']),
];

/** The documented keys of HomePortal2. */
export const HOMEPORTAL2_KEYS: readonly KeySpec[] = [
  text('asset_path', 'Where pictures and style sheets are.', ['/assets/{slug}/'], always),
  text('available_languages', 'Languages a member can choose.', ['en', 'en', 'en,cy'], always),
  choice(
    'currencyIso',
    'Currency of prices.',
    { GBP: 'Pound', EUR: 'Euro', USD: 'US dollar', AUD: 'Australian dollar' },
    always,
  ),
  choice('default_language', 'Language before a member chose one.', { en: 'English', cy: 'Welsh' }, always),
  flag('enableI18nInheritance', 'Takes missing texts from the default language.', 'True', always),
  text('homeportalRedirectUrl', 'Where members go after signing out.', ['https://www.{slug}.example/'], always),
  flag('onlinejoining', 'Lets new members join online.', 'True', always),
  text(
    'paymentRedirectUrlBase',
    'Where the payment provider sends members back to.',
    ['https://{slug}.courseprohome.co.uk/pay'],
    always,
  ),
  flag('postcodeEnabled', 'Looks addresses up by postcode.', 'True', always),
  text('postfixApi', 'End of the addresses of the API.', ['/v2'], always),
  text('prefixApi', 'Beginning of the addresses of the API.', ['https://{slug}.coursepro.co.uk/api'], always),
  text(
    'tenant_footer',
    'Text at the foot of every page.',
    ['\u00a9 {name}', '{name} is a registered charity.'],
    always,
  ),
  text('tenant_logo', 'Picture at the head of every page.', ['/assets/{slug}/logo.svg'], always),
  text('tenant_name', 'Name shown to members.', ['{name}'], always),
  choice(
    'theme_name',
    'Look of the portal.',
    { default: 'Default', wave: 'Wave', slate: 'Slate', meadow: 'Meadow' },
    always,
  ),
];

/** The documented keys of a licence; `expires` is set per tenant. */
export const LICENCE_KEYS: readonly KeySpec[] = [
  text('centres', 'Centres that may be run.', ['unlimited', 'unlimited', '5', '12'], always),
  text('courses', 'Courses that may be run.', ['unlimited'], always),
  text('client', 'To whom the licence is given.', ['{name}'], always),
  text('config', 'Set of features.', ['standard', 'standard', 'enterprise'], always),
  flag('ENABLE_HP2_API', 'Opens the API that HomePortal2 uses.', 'True', always),
  flag('ENABLE_HOMEPORTAL_BASKET', 'Lets members buy in HomePortal.', 'True', {
    ...needs('ENABLE_HP2_API'),
    always: true,
  }),
  flag('disable_terms', 'Runs courses without terms.', 'False', always),
  text('distributor', 'Who sold the licence.', ['direct', 'direct', 'partner'], always),
  text('expires', 'Last day of the licence, YYYY-MM-DD; empty = it never expires.', [''], always),
  text('product', 'What is licensed.', ['coursepro', 'coursepro-plus'], always),
];

export const STRIVE_KEYS: readonly KeySpec[] = [
  flag('USE_DB_TENANT', 'Takes the tenant\u2019s settings from its database.', 'True', always),
  number('STRIVE_SYNC_MINUTES', 'Minutes between two reads of CoursePro.', '15 30 60'),
  secret('STRIVE_API_KEY', 'Key of the tenant at Strive.', always),
];

export const INSIGHT_KEYS: readonly KeySpec[] = [
  text('DB_HOST', 'Database server of the reports.', ['{insight_db}.internal'], always),
  text('DB_DATABASE', 'Schema of the reports.', ['ins_{slug}'], always),
  text('DB_USERNAME', 'Login at the database server.', ['ins_{slug}'], always),
  secret('DB_PASSWORD', 'Password of the database login.', always),
];

export const COMMSPORTAL_KEYS: readonly KeySpec[] = [
  text('COMMS_SENDER', 'Sender of campaigns.', ['news@{slug}.example'], always),
  number('COMMS_DAILY_LIMIT', 'Messages per day.', '5000 1000 20000'),
  secret('COMMS_WEBHOOK_SECRET', 'Signs what the mail service reports.', always),
];
