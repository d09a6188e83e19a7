// SPDX-License-Identifier: Apache-2.0
/** Addresses of messengers, which look like e-mail: `5511987654321@c.us` is a person's phone. */
import { type Document, isDigitAt, isLetterAt, textAt } from '../document/document.ts';
import { isAreaCode } from './numbering-plan.ts';
import { isBounded, type NumberRun } from './numbers.ts';

/** The hosts of persons. */
const PERSONS = ['c.us', 's.whatsapp.net', 'hosted'];
/** The hosts of persons, groups, channels and hidden numbers; none receives mail. */
export const MESSENGER_HOSTS: ReadonlySet<string> = new Set([...PERSONS, 'g.us', 'lid', 'broadcast', 'newsletter']);

const DEVICE_LENGTH_MAX = 8;

/** A number right before the host of a messenger; the number of a device may stand between. */
export function isMessengerAddress(document: Document, run: NumberRun): boolean {
  if (run.groupCount !== 1 || !isPhone(run)) return false;
  const { bytes } = document;
  let at = run.end;
  if (bytes[at] !== 0x40 && bytes[at] !== 0x3a && bytes[at] !== 0x2e) return false;
  while (at - run.end < DEVICE_LENGTH_MAX && (bytes[at] === 0x3a || bytes[at] === 0x2e || isDigitAt(document, at)))
    at += 1;
  if (bytes[at] !== 0x40) return false;
  const host = PERSONS.find((one) => textAt(document, at + 1, at + 1 + one.length).toLowerCase() === one);
  if (host === undefined || isLetterAt(document, at + 1 + host.length)) return false;
  return isBounded(document, run, true);
}

/** Messengers keep mobile numbers of before the ninth digit: `557181234567`. */
function isPhone({ digits, length }: NumberRun): boolean {
  if ((length !== 12 && length !== 13) || digits[0] !== 5 || digits[1] !== 5) return false;
  const first = digits[4] as number;
  return isAreaCode(digits, 2) && (length === 13 ? first === 9 : first >= 2);
}
