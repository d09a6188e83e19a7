// SPDX-License-Identifier: Apache-2.0
/** Buttons, and links that look like them. At most one of a view is solid. */
import type { ComponentProps } from 'react';

export type ButtonVariant = 'solid' | 'line' | 'ghost' | 'danger' | 'danger-line';
export type ButtonSize = 'small' | 'normal' | 'large';

const BASE =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-m border font-medium whitespace-nowrap ' +
  'transition-colors ' +
  'active:opacity-90 disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-not-allowed';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  solid: 'border-transparent bg-solid text-on-solid hover:opacity-90',
  line: 'border-line-strong bg-surface text-ink hover:bg-hover',
  ghost: 'border-transparent text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'border-transparent bg-block-fill text-on-block hover:brightness-95',
  'danger-line': 'border-line-strong bg-surface text-block-ink hover:bg-hover',
};

/** On phones a finger needs 44 px, whatever the size says. */
const SIZES: Readonly<Record<ButtonSize, string>> = {
  small: 'h-7 px-2.5 text-meta max-md:h-11',
  normal: 'h-8 px-3 text-body max-md:h-11',
  large: 'h-10 px-4 text-lead max-md:h-11',
};

export function buttonClass(variant: ButtonVariant = 'line', size: ButtonSize = 'normal'): string {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]}`;
}

export function Button({
  variant = 'line',
  size = 'normal',
  type = 'button',
  className = '',
  ...rest
}: ComponentProps<'button'> & { variant?: ButtonVariant; size?: ButtonSize }) {
  return <button type={type} className={`${buttonClass(variant, size)} ${className}`} {...rest} />;
}

/** A button that is only an icon: its name is said, not shown. */
export function IconButton({ label, className = '', ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`grid size-7 shrink-0 place-items-center rounded-m text-ink-2 transition-colors hover:bg-hover
        hover:text-ink max-md:size-11 ${className}`}
      {...rest}
    />
  );
}
