/**
 * Where a sign-in without a wanted path leads, and the logo. The documents say /dashboard; until the dashboard is built, what is
 * not built is not on the screen, and the tenants are home.
 */
export const HOME_PATH = '/tenant';
