import { choice, flag, needs, number, only, secret, text, type KeySpec } from './key-spec.ts';

const always = { always: true };

const DATABASE: KeySpec[] = [
  text('DB_HOST', "The tenant's database server.", ['{db}.internal'], always),
  number('DB_PORT', 'Port of the database server.', '3306', always),
  text('DB_DATABASE', "The tenant's schema.", ['cp_{slug}'], always),
  text('DB_USERNAME', 'Login of the database server.', ['cp_{slug}'], always),
  secret('DB_PASSWORD', 'Password of the database login.', always),
  text('DB_READ_HOST', 'Read replica for reports; defaults to the main server.', ['{db}-ro.internal']),
  number('DB_TIMEOUT', 'Query timeout in seconds.', '30 15 60'),
  flag('DB_TLS', 'Encrypts the connection to the database.', 'True'),
  number('DB_POOL_SIZE', 'Connections per web server.', '10 20 40'),
  flag('DB_SLOW_QUERY_LOG', 'Writes slow queries to the log.'),
];

const CACHE: KeySpec[] = [
  choice('CACHE_DRIVER', 'Cache backend.', { redis: 'Redis', memcached: 'Memcached', file: 'Files' }, always),
  text('CACHE_HOST', 'Cache server.', ['{region}-cache-01.internal'], only('CACHE_DRIVER', 'redis', 'memcached')),
  number('CENTRE_CACHE_TTL', 'Seconds that a centre and its opening times are cached.', '300 600 900', always),
  number('COURSE_CACHE_TTL', 'Seconds that the course list is cached.', '300 120 900'),
  number('MEMBER_CACHE_TTL', 'Seconds that a member record is cached.', '60 30 120'),
  number('TIMETABLE_CACHE_TTL', 'Seconds that a timetable is cached.', '600 300 1800'),
  flag('CACHE_WARMUP', 'Fills the caches after a deployment.', 'True'),
  number('SESSION_LIFETIME', 'Minutes until an idle session expires.', '30 20 60', always),
  choice('SESSION_DRIVER', 'Session storage.', { database: 'Database', redis: 'Redis' }),
  flag('SESSION_SECURE', 'Sends session cookies over HTTPS only.', 'True'),
];

const MAIL: KeySpec[] = [
  text('SMTP_HOST', 'Mail server.', ['smtp.{region}.mail.example'], always),
  number('SMTP_PORT', 'Port of the mail server.', '587 465 25'),
  text('SMTP_USERNAME', 'Login of the mail server.', ['{slug}@mail.example']),
  secret('SMTP_PASSWORD', 'Password of the mail server.', always),
  choice('SMTP_ENCRYPTION', 'Encryption of the connection to the mail server.', {
    tls: 'STARTTLS',
    ssl: 'TLS',
    none: 'None',
  }),
  text('MAIL_FROM_ADDRESS', 'Sender address of e-mails to members.', ['no-reply@{slug}.example'], always),
  text('MAIL_FROM_NAME', 'Sender name of e-mails to members.', ['{name}']),
  text('MAIL_REPLY_TO', 'Address for replies by members.', ['bookings@{slug}.example', 'hello@{slug}.example']),
  number('MAIL_BATCH_SIZE', 'E-mails sent per run.', '100 50 250'),
  flag('MAIL_QUEUE', 'Sends e-mails from the worker.', 'True'),
];

const MESSAGES: KeySpec[] = [
  flag('ENABLE_SMS', 'Sends text messages to members.', 'False', always),
  choice(
    'SMS_PROVIDER',
    'Text message provider.',
    { twilio: 'Twilio', esendex: 'Esendex', textlocal: 'Textlocal' },
    needs('ENABLE_SMS'),
  ),
  secret('SMS_API_KEY', 'API key of the text message provider.', needs('ENABLE_SMS')),
  text('SMS_SENDER', 'Sender name of text messages.', ['SWIM', 'LEISURE', 'CLUB'], needs('ENABLE_SMS')),
  number('SMS_DAILY_LIMIT', 'Maximum text messages per day.', '500 1000 5000', needs('ENABLE_SMS')),
  flag('ENABLE_PUSH', 'Sends push notifications to the app.'),
  secret('PUSH_SERVER_KEY', 'Key of the push service.', needs('ENABLE_PUSH')),
  flag('WAITING_LIST_NOTIFY', 'Notifies members when a place becomes available.', 'True'),
  number('WAITING_LIST_HOLD_HOURS', 'Hours for which an offered place is held.', '48 24 72'),
  flag('REBOOKING_REMINDER', 'Reminds members before re-enrolment ends.', 'True'),
];

const PAYMENT: KeySpec[] = [
  flag('ENABLE_PAYMENTS', 'Takes payments online.', 'True', always),
  choice(
    'PAYMENT_PROVIDER',
    'Payment provider.',
    { opayo: 'Opayo', worldpay: 'Worldpay', stripe: 'Stripe', gocardless: 'GoCardless' },
    { ...needs('ENABLE_PAYMENTS'), always: true },
  ),
  text(
    'PAYMENT_MERCHANT_ID',
    'Account with the payment provider.',
    ['{slug}01', '{slug}-live'],
    needs('ENABLE_PAYMENTS'),
  ),
  secret('PAYMENT_API_SECRET', 'Secret of the payment provider.', needs('ENABLE_PAYMENTS')),
  choice(
    'PAYMENT_3DS',
    'Cardholder authentication version.',
    { '2.1': '3-D Secure 2.1', '2.2': '3-D Secure 2.2' },
    only('PAYMENT_PROVIDER', 'opayo', 'worldpay', 'stripe'),
  ),
  choice(
    'PAYMENT_CURRENCY',
    'Currency of prices.',
    { GBP: 'Pound', EUR: 'Euro', USD: 'US dollar', AUD: 'Australian dollar' },
    always,
  ),
  flag('PAYMENT_REFUNDS', 'Lets staff refund online payments.', 'True', needs('ENABLE_PAYMENTS')),
  flag('ENABLE_DIRECT_DEBIT', 'Offers payment by direct debit.', 'True', always),
  text(
    'DD_ORIGINATOR',
    'Service user number for direct debits.',
    ['412087', '290113', '738204'],
    needs('ENABLE_DIRECT_DEBIT'),
  ),
  number(
    'DD_COLLECTION_DAY',
    'Day of the month on which direct debits are collected.',
    '1 15 28',
    needs('ENABLE_DIRECT_DEBIT'),
  ),
  number('DD_NOTICE_DAYS', 'Days between notice and collection.', '10 5 3', needs('ENABLE_DIRECT_DEBIT')),
  flag('ALLOW_GUEST_CHECKOUT', 'Lets people pay without an account.', 'True'),
  flag('ENABLE_VOUCHERS', 'Accepts voucher codes at checkout.'),
  number('BASKET_TIMEOUT', 'Minutes until a basket expires.', '20 15 30'),
  flag('PRO_RATA_PRICING', 'Charges only for the remaining lessons.', 'True'),
];

const PORTALS: KeySpec[] = [
  flag('ENABLE_HP2_API', 'Enables the API for HomePortal2.', 'True', always),
  flag('ENABLE_HOMEPORTAL_BASKET', 'Lets members buy in HomePortal.', 'False', {
    ...needs('ENABLE_HP2_API'),
    always: true,
  }),
  flag('ENABLE_HP2_REBOOKING', 'Lets members re-enrol in HomePortal2.', 'True', needs('ENABLE_HP2_API')),
  text('HOMEPORTAL_URL', 'Address of the tenant\u2019s HomePortal.', ['https://{slug}.courseprohome.co.uk'], always),
  secret('HP2_API_SECRET', 'Secret that HomePortal2 signs its requests with.', needs('ENABLE_HP2_API')),
  number('HP2_API_RATE', 'Maximum requests per minute and member.', '60 120 240', needs('ENABLE_HP2_API')),
  flag('ENABLE_COACH_APP', 'Enables the API for the coach portal.', 'True'),
  flag('COACH_OFFLINE_REGISTERS', 'Lets coaches take registers offline.', 'False', needs('ENABLE_COACH_APP')),
  flag('ENABLE_PARENT_PORTAL', 'Enables the API for the parent portal.'),
  flag('ENABLE_ORGANISATIONS', 'Manages schools and clubs as organisations.'),
  flag('ENABLE_SCHEMES', 'Manages award schemes of governing bodies.'),
  flag('postcodeEnabled', 'Looks up addresses by postcode.', 'True'),
  secret('POSTCODE_API_KEY', 'Key of the address look-up.', needs('postcodeEnabled')),
  flag('onlinejoining', 'Lets new members join online.', 'True'),
  flag('JOINING_EMAIL_CHECK', 'Asks new members to confirm their e-mail address.', 'True', needs('onlinejoining')),
];

const BRIDGE: KeySpec[] = [
  choice(
    'BRIDGE',
    'The leisure management system behind CoursePro.',
    { standalone: 'Standalone', gladstone: 'Gladstone', xnrest: 'Xn', legend: 'Legend', openplay: 'Openplay' },
    always,
  ),
  text(
    'BRIDGE_URL',
    'Address of the leisure management system.',
    ['https://lms.{slug}.example/api'],
    only('BRIDGE', 'gladstone', 'xnrest', 'legend', 'openplay'),
  ),
  text(
    'BRIDGE_USERNAME',
    'Login of the leisure management system.',
    ['coursepro', 'svc-coursepro'],
    only('BRIDGE', 'gladstone', 'xnrest', 'legend'),
  ),
  secret(
    'BRIDGE_PASSWORD',
    'Password of the leisure management system.',
    only('BRIDGE', 'gladstone', 'xnrest', 'legend'),
  ),
  number('BRIDGE_TIMEOUT', 'Timeout of a bridge call in seconds.', '20 10 45'),
  number('BRIDGE_RETRIES', 'Maximum retries of a failed bridge call.', '3 1 5'),
  flag('BRIDGE_SYNC_MEMBERS', 'Syncs members from the leisure management system.', 'True'),
  number('BRIDGE_SYNC_INTERVAL', 'Minutes between two syncs.', '15 30 60', needs('BRIDGE_SYNC_MEMBERS')),
  flag('BRIDGE_LOG_PAYLOADS', 'Logs the payloads of bridge calls.'),
  flag('XN_REST_V2', 'Uses the second version of the Xn API.', 'True', only('BRIDGE', 'xnrest')),
  text('GLADSTONE_SITE_CODE', 'Gladstone site code.', ['001', '014', 'HQ'], only('BRIDGE', 'gladstone')),
];

const BOOKING: KeySpec[] = [
  number('REBOOKING_WINDOW_DAYS', 'Days before the end of a term when re-enrolment opens.', '14 21 28', always),
  flag('PRIORITY_REBOOKING', 'Lets existing members re-enrol before others.', 'True'),
  number('PRIORITY_DAYS', 'Days of priority for existing members.', '7 5 14', needs('PRIORITY_REBOOKING')),
  flag('ALLOW_WAITING_LIST', 'Offers a waiting list for full courses.', 'True'),
  number('MAX_WAITING_LISTS', 'Maximum waiting lists per member.', '3 5 10', needs('ALLOW_WAITING_LIST')),
  number('MAX_BOOKINGS_PER_MEMBER', 'Maximum concurrent courses per member.', '4 6 10'),
  number('MIN_AGE_ONLINE', 'Minimum age for booking online.', '16 18'),
  flag('ALLOW_TRANSFERS', 'Lets members move to another class.', 'True'),
  flag('AUTO_MOVE_UP', 'Moves a member to the next level after the last competency.'),
  number('CANCELLATION_NOTICE_DAYS', 'Notice period in days for cancelling a course.', '30 14 7'),
  choice('TERM_MODE', 'Course schedule.', { termly: 'Terms', continuous: 'All year', mixed: 'Both' }, always),
  number('TERM_WEEKS', 'Weeks per term.', '12 10 13', only('TERM_MODE', 'termly', 'mixed')),
  flag('SHOW_FULL_COURSES', 'Lists fully booked courses.', 'True'),
  flag('SHOW_COACH_NAMES', 'Shows who teaches a course.'),
  flag('REQUIRE_MEDICAL', 'Asks for medical notes when booking.', 'True'),
  flag('REQUIRE_EMERGENCY_CONTACT', 'Asks for an emergency contact when booking.', 'True'),
];

const SITE: KeySpec[] = [
  text('TENANT_NAME', 'Name shown to members.', ['{name}'], always),
  text('TENANT_URL', 'Address of the tenant\u2019s CoursePro.', ['https://{slug}.coursepro.co.uk'], always),
  choice('DEFAULT_LANGUAGE', 'Language of pages and e-mails.', { en: 'English', cy: 'Welsh' }, always),
  flag('ENABLE_WELSH', 'Offers Welsh beside English.'),
  choice(
    'TIMEZONE',
    'Time zone of all centres.',
    { 'Europe/London': 'London', 'America/New_York': 'New York', 'Australia/Sydney': 'Sydney' },
    always,
  ),
  choice('DATE_FORMAT', 'Date format.', {
    'd/m/Y': '31/12/2026',
    'm/d/Y': '12/31/2026',
    'Y-m-d': '2026-12-31',
  }),
  text('SUPPORT_EMAIL', 'Shown on error pages.', ['support@{slug}.example']),
  text('SUPPORT_PHONE', 'Shown on error pages.', ['01632 960 118', '01632 960 742', '0113 496 0321']),
  flag('ENABLE_GTM', 'Loads Google Tag Manager.'),
  text('GTM_CONTAINER', 'Google Tag Manager container.', ['GTM-K4X7QP2', 'GTM-MW92LHD'], needs('ENABLE_GTM')),
  flag('ENABLE_RECAPTCHA', 'Asks visitors to prove that they are human.', 'True'),
  secret('RECAPTCHA_SECRET', 'reCAPTCHA secret.', needs('ENABLE_RECAPTCHA')),
  number('UPLOAD_LIMIT_MB', 'Maximum size of members\u2019 uploads.', '10 5 25'),
  flag('SHOW_COOKIE_BANNER', 'Asks for consent before setting cookies.', 'True'),
  number('PASSWORD_MIN_LENGTH', 'Minimum length of a member\u2019s password.', '10 8 12'),
  number('LOGIN_ATTEMPTS', 'Failed sign-ins until an account is locked.', '5 3 10'),
  flag('ENFORCE_STAFF_MFA', 'Asks staff for a second factor.', 'True'),
  secret('JWT_SECRET', 'Signs API tokens.', always),
  choice('LOG_TARGET', 'Log destination.', { file: 'Files', syslog: 'Syslog', cloudwatch: 'CloudWatch' }),
  flag('ENABLE_DATAHUB', 'Sends bookings to the data hub every night.'),
  secret('DATAHUB_TOKEN', 'Token of the data hub.', needs('ENABLE_DATAHUB')),
];

export const COURSEPRO_KEYS: readonly KeySpec[] = [
  ...DATABASE,
  ...CACHE,
  ...MAIL,
  ...MESSAGES,
  ...PAYMENT,
  ...PORTALS,
  ...BRIDGE,
  ...BOOKING,
  ...SITE,
];
