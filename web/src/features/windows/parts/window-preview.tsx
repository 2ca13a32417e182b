import { previewWindow } from '@mission-control/contract/windows/calls';
import { isZone } from '@mission-control/contract/zones';
import {
  faultOfRule,
  isWallTime,
  MAX_WINDOW_MINUTES,
  MIN_WINDOW_MINUTES,
} from '@mission-control/contract/windows/rules';
import type { WindowInput } from '@mission-control/contract/windows/schema';
import { countText } from '@mission-control/contract/numbers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { api } from '../../../lib/api/api.ts';
import { Inset } from '../../../ui/layout/panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { browserZone, occurrenceText } from '../window-words.ts';

const Box = styled(Inset)({
  fontVariantNumeric: 'tabular-nums',
  '& li > span': { display: 'block', color: color.text3, fontSize: 12 },
  '& ul': { display: 'flex', flexDirection: 'column', gap: 4 },
});

const hasValidTimes = ({ starts, zone, minutes, rule }: WindowInput): boolean =>
  isWallTime(starts) &&
  isZone(zone) &&
  minutes >= MIN_WINDOW_MINUTES &&
  minutes <= MAX_WINDOW_MINUTES &&
  (rule === null || faultOfRule(rule) === null);

/** When a window would take place, in its zone and the browser's, and what it covers. */
export function WindowPreview({ input }: { input: WindowInput }) {
  // Name and note do not affect the preview.
  const asked = useDeferredValue(JSON.stringify({ ...input, name: 'Window', note: '' }));
  const shown = JSON.parse(asked) as WindowInput;
  const isComplete = hasValidTimes(shown);
  const { data, isError } = useQuery({
    queryKey: ['preview-window', asked],
    queryFn: async () => ({ ...(await api.send(previewWindow, { body: shown })), asked: shown }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const zone = browserZone();
  return (
    <Box role="status" aria-label="Preview">
      {!isComplete || isError || !data ? (
        <p>
          {!isComplete
            ? 'The next times appear once the fields are complete.'
            : isError
              ? 'The next times could not be calculated.'
              : 'Calculating the next times.'}
        </p>
      ) : (
        <>
          <strong>{data.next.length === 0 ? 'It does not occur again.' : 'Next times'}</strong>
          <ul>
            {data.next.map((occurrence) => (
              <li key={occurrence.from}>
                {occurrenceText(occurrence, data.asked.zone)}
                {zone === data.asked.zone ? null : (
                  <span>
                    {occurrenceText(occurrence, zone)} in {zone}
                  </span>
                )}
              </li>
            ))}
          </ul>
          <p>
            Covers {countText(data.tenants, 'tenant')} with {countText(data.sites, 'site')}.
            {data.asked.switches ? ` Switches ${countText(data.switched, 'service')} to maintenance.` : ''}
          </p>
        </>
      )}
    </Box>
  );
}
