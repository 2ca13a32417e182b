import { DEFAULT_LOG_LEVEL, DEFAULT_LOG_MINUTES, LOG_MINUTES } from '@mission-control/contract/log-level/rules';
import { LOG_LEVELS, logLevel, type LogLevel } from '@mission-control/contract/log-level/schema';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { minutesText, type WantedLevel } from '../log-level-state.ts';
import { Choices } from './log-level-box.ts';

const LEVELS = LOG_LEVELS.map((level) => ({ value: level, label: level }));
const MINUTES = LOG_MINUTES.map((minutes) => ({ value: String(minutes), label: minutesText(minutes) }));

interface LogLevelChoiceProps {
  pending: boolean;
  onSet: (wanted: WantedLevel) => void;
}

/** Which level, for how many minutes [LOG-03, LOG-04, LOG-05, LOG-06]. */
export function LogLevelChoice({ pending, onSet }: LogLevelChoiceProps) {
  const [level, setLevel] = useState<LogLevel>(DEFAULT_LOG_LEVEL);
  const [minutes, setMinutes] = useState<number>(DEFAULT_LOG_MINUTES);
  return (
    <Choices
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) onSet({ level, minutes });
      }}
    >
      <SelectField
        label="Level"
        hideLabel
        options={LEVELS}
        value={level}
        onChange={(event) => setLevel(logLevel.parse(event.target.value))}
      />
      <SelectField
        label="For how long"
        hideLabel
        options={MINUTES}
        value={String(minutes)}
        onChange={(event) => setMinutes(Number(event.target.value))}
      />
      <ActionButton type="submit" pending={pending}>
        Set
      </ActionButton>
    </Choices>
  );
}
