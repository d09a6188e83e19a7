/** The reasons of a decision, as they were recorded. They are English, whatever the language of the page. */
export function Reasons({ reasons }: { reasons: readonly string[] }) {
  const [first, ...rest] = reasons;
  return (
    <div lang="en" className="mt-1.5 text-sm">
      <p>{first}</p>
      <p className="line-clamp-3 text-muted sm:line-clamp-2">{rest.join(' ')}</p>
    </div>
  );
}
