import type { RegisteredRouter } from '@tanstack/react-router';

type Path = Extract<keyof RegisteredRouter['routesByPath'], string>;
type ParamOf<To> = To extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : To extends `${string}$${infer Name}`
    ? Name
    : never;
type Params<To> = Readonly<Record<ParamOf<To>, string | number>>;
type Search = Readonly<Record<string, string | number | boolean>>;

/** Address of a page by the path of its route, which the type checker knows, for links that take an address. */
export function pathTo<To extends Path>(
  to: To,
  ...[params, search]: [ParamOf<To>] extends [never] ? [params?: null, search?: Search] : [Params<To>, search?: Search]
): string {
  const given: Readonly<Record<string, string | number>> = params ?? {};
  const path = to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const query = new URLSearchParams(Object.entries(search ?? {}).map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? path : `${path}?${query}`;
}
