// SPDX-License-Identifier: Apache-2.0
/** The zone of all times of a page, which says it at its head. */
import { useLanguage } from '../language/index.tsx';

export function ZoneName() {
  const { format, messages } = useLanguage();
  return <span className="ml-auto text-meta text-ink-3">{messages.ui.timesIn(format.zone)}</span>;
}
