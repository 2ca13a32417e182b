import { chooseApp } from '@mission-control/contract/releases/rules';
import { useReleaseSearch } from './use-release-search.ts';
import { asApp, asEnv, asService } from './release-targets.ts';

/** Default environment for releases of apps other than bg (C-101). */
const USUAL_ENV = 'dev';

/** The choice on the page of new releases, kept in the address. */
export function useReleaseOrder() {
  const [url, write] = useReleaseSearch();
  const app = asApp(url.app);
  return {
    app,
    branch: url.branch ?? '',
    tag: url.tag ?? '',
    service: asService(app ?? '', url.service)?.value ?? chooseApp(app ?? '').service,
    env: asEnv(url.env) ?? USUAL_ENV,
    click: url.click ?? null,
    setApp: (value: string) =>
      write({ app: value, branch: undefined, tag: undefined, service: undefined, env: undefined, click: undefined }),
    setBranch: (branch: string) => write({ branch }),
    setTag: (tag: string) => write({ tag }),
    setService: (service: string) => write({ service }),
    setEnv: (env: string) => write({ env: env === USUAL_ENV ? undefined : env }),
    showClick: (click: string) => write({ click }),
  } as const;
}
