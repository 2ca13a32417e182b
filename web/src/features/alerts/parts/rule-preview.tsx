import { previewAlertRule } from '@mission-control/contract/alerts/calls';
import type { RuleInput } from '@mission-control/contract/alerts/schema';
import type { CallResponse } from '@mission-control/contract/call';
import { countText } from '@mission-control/contract/numbers';
import { useMutation } from '@tanstack/react-query';
import { mdiEyeOutline } from '@mdi/js';
import { api } from '../../../lib/api/api.ts';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { ExactTime } from '../../../ui/display/relative-time.tsx';
import { Inset } from '../../../ui/layout/panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { EVENT_LABELS } from '../alert-words.ts';

const Box = styled(Inset)({ marginTop: 8 });

const List = styled('ul')({ maxHeight: 160, overflowY: 'auto', overflowWrap: 'anywhere' });

/** Shows on request what a rule would have sent. */
export function RulePreview({ input }: { input: RuleInput }) {
  const preview = useMutation({
    mutationFn: (body: RuleInput) =>
      api.send(previewAlertRule, { body: { ...body, name: body.name === '' ? 'Rule' : body.name } }),
    onError: (error) => toastError(error, { facts: Object.values(error.fields).join('\n') || undefined }),
  });
  // False once the form differs from the previewed rule.
  const isCurrent = preview.data !== undefined && JSON.stringify(preview.variables) === JSON.stringify(input);
  return (
    <div>
      <ActionButton size="small" icon={mdiEyeOutline} pending={preview.isPending} onClick={() => preview.mutate(input)}>
        Preview the last 7 days
      </ActionButton>
      <div role="status">{isCurrent && preview.data ? <Found found={preview.data} /> : null}</div>
    </div>
  );
}

/** Otherwise it would appear below the visible part of the dialog. */
const reveal = (box: HTMLElement | null): void => box?.scrollIntoView({ block: 'nearest' });

function Found({ found }: { found: CallResponse<typeof previewAlertRule> }) {
  const { from, messages, count, now, now_count: nowCount, note } = found;
  return (
    <Box ref={reveal}>
      {from === null ? null : (
        <>
          <strong>{countText(count, 'message')} to each channel</strong>
          {messages.length === 0 ? null : (
            <List aria-label="Messages" tabIndex={0}>
              {messages.map(({ at, event, title }) => (
                <li key={`${at} ${event} ${title}`}>
                  <ExactTime at={at} /> {EVENT_LABELS[event]}: {title}
                </li>
              ))}
            </List>
          )}
        </>
      )}
      <strong>{nowCount === 0 ? 'Finds nothing now' : `Finds ${countText(nowCount, 'item')} now`}</strong>
      {now.length === 0 ? null : (
        <List aria-label="Found now" tabIndex={0}>
          {now.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </List>
      )}
      <p>{note}</p>
    </Box>
  );
}
