/** The name of the product, as its mark. */
export function Brand() {
  return (
    <span className="flex items-center gap-2 font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M9 16.5l4.8 4.8L23.5 11"
          fill="none"
          className="stroke-on-accent"
          strokeWidth="3.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      svc
    </span>
  );
}
