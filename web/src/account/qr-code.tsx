// SPDX-License-Identifier: Apache-2.0
/** A text as a QR code: dark on light in both themes, because cameras expect it. */
import { useMemo } from 'react';
import { encode } from 'uqr';

/** Free modules around the code, without which cameras do not find it. */
const QUIET_MODULES = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => pathOf(text), [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-48 shrink-0 rounded-m">
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#13171e" shapeRendering="crispEdges" />
    </svg>
  );
}

/** One rectangle for each run of dark modules in a row. */
function pathOf(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const runs: string[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      let end = column;
      while (end < size && data[row]?.[end] === true) end += 1;
      if (end === column) continue;
      runs.push(`M${column + QUIET_MODULES} ${row + QUIET_MODULES}h${end - column}v1h${column - end}z`);
      column = end;
    }
  }
  return { path: runs.join(''), size: size + 2 * QUIET_MODULES };
}
