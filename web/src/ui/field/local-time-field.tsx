import { useState } from 'react';
import { useNow } from '../display/now.ts';
import { TextField } from './text-field.tsx';

interface LocalTimeFieldProps {
  label: string;
  /** ISO 8601. */
  value: string;
  onChange: (value: string) => void;
}

/** A past time in the user's time zone, to the minute. */
export function LocalTimeField({ label, value, onChange }: LocalTimeFieldProps) {
  const now = useNow(60_000);
  const [text, setText] = useState(localText(value));
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setText(localText(value));
  }
  const change = (typed: string) => {
    // '' while the time is incomplete.
    setText(typed);
    const time = new Date(typed);
    if (Number.isNaN(time.getTime())) return;
    setSeen(time.toISOString());
    onChange(time.toISOString());
  };
  return (
    <TextField
      label={label}
      type="datetime-local"
      value={text}
      max={localText(now)}
      onChange={({ target }) => change(target.value)}
    />
  );
}

/** A time in the format of the input. */
function localText(time: string | number): string {
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
