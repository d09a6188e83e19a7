// SPDX-License-Identifier: Apache-2.0
/** The mark of the product: the shapes of allowed, asked and blocked. */
export function Mark({ className = 'h-3' }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 12" className={`fill-ink ${className}`} aria-hidden="true">
      <circle cx="6" cy="6" r="5.5" />
      <rect x="15.2" y="1.2" width="9.6" height="9.6" rx="1.6" transform="rotate(45 20 6)" />
      <rect x="29" y="0.5" width="11" height="11" rx="2.4" />
    </svg>
  );
}
