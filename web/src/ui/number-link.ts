/** A number that leads to what it counts. */
export const NUMBER_LINK = 'underline decoration-line-strong underline-offset-4 hover:decoration-ink';
