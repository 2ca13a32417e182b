interface IconProps {
  /** A path of @mdi/js. */
  path: string;
  /** In px. */
  size?: number;
  /** Accessible name of an icon without adjacent text; without it the icon is hidden from screen readers. */
  label?: string | undefined;
  color?: string;
}

/** A Material Design icon drawn from its path, in the colour of the text around it. */
export function Icon({ path, size = 16, label, color }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="currentColor"
      style={{ display: 'block', flex: 'none', ...(color ? { color } : null) }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {label ? <title>{label}</title> : null}
      <path d={path} />
    </svg>
  );
}
