import { listTags } from '@mission-control/contract/releases/calls';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../lib/api/query.ts';
import { runOfFailure } from '../../../lib/run/run-outcome.ts';
import { useRunOfClick } from '../../../lib/run/use-run-of-click.ts';
import { ReleaseForm } from '../parts/release-form.tsx';
import { TagForm } from '../parts/tag-form.tsx';
import { TagTable } from '../parts/tag-table.tsx';
import { RunOutput, ToolLayout } from '../parts/tool-layout.tsx';
import { UnfinishedBuilds } from '../parts/unfinished-builds.tsx';
import { versionsOf } from '../release-targets.ts';
import { useCreateRelease, useReleaseOrder } from '../use-create-release.ts';

/** The tool that creates tags and releases. */
export function CreateReleasePage() {
  const order = useReleaseOrder();
  const { app, tag, service, env, click } = order;
  const read = { enabled: app !== null };
  const tags = useQuery({ ...queryOf(listTags, { query: { app: app ?? 'coursepro' } }), ...read });
  const known = useQuery({ ...versionsOf(app ?? 'coursepro', env), ...read });
  const shown = app === null ? undefined : tags.data?.tags;
  const versions = app === null ? undefined : known.data?.versions;
  const create = useCreateRelease(order.showClick);
  const run = useRunOfClick(click, create.isPending);
  return (
    <ToolLayout
      title="Create Release"
      app={app ?? ''}
      form={
        <>
          <TagForm order={order} tags={shown} versions={versions ?? []} />
          <ReleaseForm
            order={order}
            tags={shown}
            tagsError={tags.error}
            pending={create.isPending || run?.outcome === 'running'}
            onCreate={() => app !== null && create.mutate({ app, tag, service, env })}
          />
        </>
      }
      banner={<UnfinishedBuilds building={create.isPending} onGoOn={(left) => create.mutate(left)} />}
    >
      <TagTable app={app} query={tags} versions={versions} service={service} onChoose={order.setTag} />
      <RunOutput run={run?.id ?? runOfFailure(create.error)} waiting={create.isPending} output={create.error?.output} />
    </ToolLayout>
  );
}
