/** Where a sign-in without a wanted path leads, and the logo [SHELL-64, SHELL-65]. */
export const HOME_PATH = '/dashboard';
