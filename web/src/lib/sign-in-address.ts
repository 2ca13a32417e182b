const DEFAULT_ADDRESS = '/auth/login';

/**
 * Where a person without a sign-in is sent (C-046). A 403 may carry the address in its details; the console then comes back
 * to `returnTo`.
 */
export function signInAddress(details: unknown, returnTo: string): string {
  const told = typeof details === 'object' && details !== null && 'address' in details ? details.address : undefined;
  const address = typeof told === 'string' && /^(\/|https?:\/\/)/.test(told) ? told : DEFAULT_ADDRESS;
  return `${address}${address.includes('?') ? '&' : '?'}return_to=${encodeURIComponent(returnTo)}`;
}
