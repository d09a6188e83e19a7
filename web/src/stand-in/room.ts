// SPDX-License-Identifier: Apache-2.0
/**
 * A look for what has too little room: text in a column of a few pixels, and parts that are wider than what holds them.
 * Neither makes the page scroll sideways, and axe measures no widths.
 */

/** A word of ten letters in the smallest type. A narrower column breaks most words. */
const COLUMN_PX_MIN = 60;
/** Browsers round widths of halves of a pixel. */
const ROUNDED_PX = 1;

/**
 * Parts that may hold more than they show. One scrolls or is scrolled, ends a name with dots, or shows nothing to the
 * eye. A field scrolls its own text, and the axis of a picture has its labels around the ticks.
 */
const ALLOWED = `(element, style) =>
  ['auto', 'scroll'].includes(style.overflowX) ||
  style.textOverflow === 'ellipsis' ||
  style.webkitLineClamp !== 'none' ||
  style.display === 'inline' ||
  style.clipPath !== 'none' || style.clip !== 'auto' ||
  element.closest('svg, input, textarea, select, .cm-editor, .sr-only, [aria-hidden=true]') !== null ||
  isScrolled(element)`;

/** It is a text, for a browser to run. */
export const SQUEEZED = `(() => {
  const isScrolled = (element) => {
    const around = element.parentElement;
    if (around === null) return false;
    const scrolls = ['auto', 'scroll'].includes(getComputedStyle(around).overflowX);
    return scrolls ? around.scrollWidth > around.clientWidth : isScrolled(around);
  };
  const isCovered = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const shown = document.elementFromPoint(left + width / 2, top + height / 2);
    return shown !== null && !element.contains(shown) && !shown.contains(element);
  };
  const isAllowed = ${ALLOWED};
  const told = (element) => {
    const { width, height } = element.getBoundingClientRect();
    const text = (element.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 60);
    return element.tagName.toLowerCase() + ' ' + Math.round(width) + ' x ' + Math.round(height) + ': ' + text;
  };
  const found = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
    const words = own.map(({ data }) => data).join(' ').trim().split(/\\s+/);
    if (own.length > 0 && words.length > 1 && element.closest('svg, .sr-only, .cm-editor') === null) {
      const range = document.createRange();
      range.setStartBefore(own[0]);
      range.setEndAfter(own.at(-1));
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4))).size;
      const isBroken = lines > 1 || (style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth);
      let column = element;
      while (getComputedStyle(column).display === 'inline') column = column.parentElement;
      const { width } = column.getBoundingClientRect();
      const isNarrow = width > 1 && width < ${COLUMN_PX_MIN};
      if (isNarrow && isBroken && !isCovered(element)) found.push('narrow ' + told(element));
    }
    if (element.clientWidth <= 1 || isAllowed(element, style)) continue;
    const beyond = element.scrollWidth - element.clientWidth;
    if (beyond > ${ROUNDED_PX} && !isCovered(element)) found.push('beyond by ' + beyond + ' px ' + told(element));
  }
  return found;
})()`;
