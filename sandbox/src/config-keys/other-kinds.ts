import { choice, flag, needs, number, secret, text, type KeySpec } from './key-spec.ts';

const always = { always: true };

export const HOMEPORTAL_KEYS: readonly KeySpec[] = [
  text('HP_TITLE', 'Title of the portal.', ['{name}'], always),
  text('HP_COURSEPRO_URL', 'Address of the tenant\u2019s CoursePro.', ['https://{slug}.coursepro.co.uk'], always),
  secret('HP_SHARED_SECRET', 'Signs requests to CoursePro.', always),
  flag('HP_SHOW_BASKET', 'Shows the basket.', 'True'),
  flag('HP_GUEST_SEARCH', 'Lets visitors search courses.', 'True'),
  number('HP_SESSION_LIFETIME', 'Minutes until an idle session expires.', '20 30 60'),
  number('HP_CACHE_TTL', 'Seconds that responses of CoursePro are cached.', '120 60 300'),
  choice('HP_THEME', 'Theme of the portal.', { classic: 'Classic', wave: 'Wave', slate: 'Slate' }, always),
  flag('HP_ENABLE_REGISTRATION', 'Lets visitors create an account.', 'True'),
  text('HP_TERMS_URL', 'Page with the terms and conditions.', ['https://www.{slug}.example/terms']),
];

/** The documented keys of HomePortal2. */
export const HOMEPORTAL2_KEYS: readonly KeySpec[] = [
  text('asset_path', 'Path of images and style sheets.', ['/assets/{slug}/'], always),
  text('available_languages', 'Languages that members can choose.', ['en', 'en', 'en,cy'], always),
  choice(
    'currencyIso',
    'Currency of prices.',
    { GBP: 'Pound', EUR: 'Euro', USD: 'US dollar', AUD: 'Australian dollar' },
    always,
  ),
  choice('default_language', 'Language until a member chooses one.', { en: 'English', cy: 'Welsh' }, always),
  flag('enableI18nInheritance', 'Falls back to the default language for missing texts.', 'True', always),
  text('homeportalRedirectUrl', 'Redirect target after signing out.', ['https://www.{slug}.example/'], always),
  flag('onlinejoining', 'Lets new members join online.', 'True', always),
  text(
    'paymentRedirectUrlBase',
    'Return address for the payment provider.',
    ['https://{slug}.courseprohome.co.uk/pay'],
    always,
  ),
  flag('postcodeEnabled', 'Looks up addresses by postcode.', 'True', always),
  text('postfixApi', 'Suffix of API addresses.', ['/v2'], always),
  text('prefixApi', 'Prefix of API addresses.', ['https://{slug}.coursepro.co.uk/api'], always),
  text('tenant_footer', 'Footer text of every page.', ['\u00a9 {name}', '{name} is a registered charity.'], always),
  text('tenant_logo', 'Logo in the header of every page.', ['/assets/{slug}/logo.svg'], always),
  text('tenant_name', 'Name shown to members.', ['{name}'], always),
  choice(
    'theme_name',
    'Theme of the portal.',
    { default: 'Default', wave: 'Wave', slate: 'Slate', meadow: 'Meadow' },
    always,
  ),
];

/** The documented keys of a licence; `expires` is set per tenant. */
export const LICENCE_KEYS: readonly KeySpec[] = [
  text('centres', 'Maximum number of centres.', ['unlimited', 'unlimited', '5', '12'], always),
  text('courses', 'Maximum number of courses.', ['unlimited'], always),
  text('client', 'Licensee.', ['{name}'], always),
  text('config', 'Feature set.', ['standard', 'standard', 'enterprise'], always),
  flag('ENABLE_HP2_API', 'Enables the API for HomePortal2.', 'True', always),
  flag('ENABLE_HOMEPORTAL_BASKET', 'Lets members buy in HomePortal.', 'True', {
    ...needs('ENABLE_HP2_API'),
    always: true,
  }),
  flag('disable_terms', 'Runs courses without terms.', 'False', always),
  text('distributor', 'Distributor of the licence.', ['direct', 'direct', 'partner'], always),
  text('expires', 'Last day of the licence, YYYY-MM-DD; empty if it never expires.', [''], always),
  text('product', 'Licensed product.', ['coursepro', 'coursepro-plus'], always),
];

export const STRIVE_KEYS: readonly KeySpec[] = [
  flag('USE_DB_TENANT', 'Reads the tenant\u2019s settings from its database.', 'True', always),
  number('STRIVE_SYNC_MINUTES', 'Minutes between two syncs with CoursePro.', '15 30 60'),
  secret('STRIVE_API_KEY', 'The tenant\u2019s API key for Strive.', always),
];

export const INSIGHT_KEYS: readonly KeySpec[] = [
  text('DB_HOST', 'Database server of the reports.', ['{insight_db}.internal'], always),
  text('DB_DATABASE', 'Schema of the reports.', ['ins_{slug}'], always),
  text('DB_USERNAME', 'Login of the database server.', ['ins_{slug}'], always),
  secret('DB_PASSWORD', 'Password of the database login.', always),
];

export const COMMSPORTAL_KEYS: readonly KeySpec[] = [
  text('COMMS_SENDER', 'Sender of campaigns.', ['news@{slug}.example'], always),
  number('COMMS_DAILY_LIMIT', 'Maximum messages per day.', '5000 1000 20000'),
  secret('COMMS_WEBHOOK_SECRET', 'Signs webhooks of the mail service.', always),
];
