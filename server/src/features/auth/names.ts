/**
 * The one form of an account name that is compared, stored uniquely and counted: compatibility characters, case and
 * surrounding space make no difference (CVE-2025-24806 and CVE-2025-64526 counted the raw field instead).
 */
export function canonicalName(name: string): string {
  // Upper case first folds what lower case alone keeps apart, e.g. the German sharp s and the final sigma.
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim();
}

/** True for a name an account may have: 1 to 100 visible characters, no control or invisible ones. */
export function isAccountName(name: string): boolean {
  return name === name.trim() && name.length > 0 && name.length <= 100 && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name);
}
