/** Buttons, and links that look like them. */
import type { ComponentProps } from 'react';

export type ButtonLook = 'primary' | 'secondary' | 'danger' | 'quiet';

const BASE =
  'inline-flex min-h-9 items-center justify-center gap-2 rounded-lg border px-3.5 py-1.5 text-sm font-medium ' +
  'whitespace-nowrap motion-safe:transition-colors disabled:cursor-not-allowed disabled:opacity-55';

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  primary: 'border-transparent bg-accent text-on-accent enabled:hover:bg-accent-strong',
  secondary: 'border-line bg-surface text-ink shadow-panel enabled:hover:bg-sunken',
  danger: 'border-transparent bg-block-solid text-on-block enabled:hover:opacity-90',
  quiet: 'border-transparent bg-transparent text-muted enabled:hover:bg-neutral-soft enabled:hover:text-ink',
};

export const LINK_AS_BUTTON =
  'inline-flex min-h-9 items-center gap-2 rounded-lg border border-line bg-surface px-3.5 py-1.5 text-sm font-medium ' +
  'text-ink shadow-panel hover:bg-sunken';

export function Button({
  look = 'secondary',
  type = 'button',
  className = '',
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type={type} className={`${BASE} ${LOOKS[look]} ${className}`} {...rest} />;
}
