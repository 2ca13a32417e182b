import { ActionButton } from '../../ui/action/action-button.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { styled } from '../../ui/theme/styled.ts';
import type { Draft } from './use-draft.ts';

const Buttons = styled('span')({ display: 'flex', gap: 8 });

/** Offers edits that the user left on this page, or says why new ones are not stored. */
export function DraftBanner({ draft }: { draft: Draft }) {
  const { offeredAt, problem, keep, discard } = draft;
  if (offeredAt !== null)
    return (
      <Banner
        live
        meaning="notice"
        title="You have unsaved edits here."
        action={
          <Buttons>
            <ActionButton size="small" variant="primary" onClick={keep}>
              Keep
            </ActionButton>
            <ActionButton size="small" onClick={discard}>
              Discard
            </ActionButton>
          </Buttons>
        }
      >
        From <RelativeTime at={offeredAt} />, made before you opened this page or in another one. Keep restores them to
        the form; Discard deletes them.
      </Banner>
    );
  if (problem === null) return null;
  return (
    <Banner live meaning="warn" title="Your edits are not saved on the server.">
      They are lost if you close this page before saving. {problem}
    </Banner>
  );
}
