import {
  mdiClockOutline,
  mdiDatabaseOutline,
  mdiInformationOutline,
  mdiOfficeBuildingOutline,
  mdiPulse,
  mdiServerOutline,
  mdiToolboxOutline,
  mdiViewDashboardOutline,
} from '@mdi/js';

/** The drawer's places, in the order of the documents [SHELL-81]. */
export const PLACES = [
  { label: 'Dashboard', icon: mdiViewDashboardOutline, href: '/dashboard' },
  { label: 'Monitor', icon: mdiPulse, href: '/monitor' },
  { label: 'Cron Statistics', icon: mdiClockOutline, href: '/cron' },
  { label: 'Tenants', icon: mdiOfficeBuildingOutline, href: '/tenant' },
  { label: 'Environment', icon: mdiServerOutline, href: '/environment' },
  { label: 'Databases', icon: mdiDatabaseOutline, href: '/database' },
  { label: 'Tools', icon: mdiToolboxOutline, href: '/tools' },
  { label: 'About', icon: mdiInformationOutline, href: '/about' },
] as const;

/** Target of the logo, and of a sign-in without a requested path [SHELL-64, SHELL-65]. */
export const HOME_PATH = '/dashboard';
