// SPDX-License-Identifier: Apache-2.0
/** The first letter of an organization, as its mark. */
import { useLanguage } from '../language/index.tsx';

export function OrganizationMark({ name }: { name: string }) {
  const { language } = useLanguage();
  return (
    <span
      aria-hidden
      className="grid size-6 shrink-0 place-items-center rounded-m bg-solid text-meta font-semibold text-on-solid"
    >
      {[...name][0]?.toLocaleUpperCase(language)}
    </span>
  );
}
