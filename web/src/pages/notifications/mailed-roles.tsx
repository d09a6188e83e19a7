// SPDX-License-Identifier: Apache-2.0
/** Which roles get each mail: a row for each notice, a column for each role, and in each cell a box named by both. */
import type { NotificationName, Role } from '@svc/contract';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { Values } from './values.ts';
import { notificationsWords } from './words.ts';

interface MailedRolesProps {
  mails: Values['mails'];
  onChange(mails: Values['mails']): void;
  isOff: boolean;
}

const ROLES: readonly Role[] = ['OWNER', 'ADMIN', 'MEMBER'];

export function MailedRoles({ mails, onChange, isOff }: MailedRolesProps) {
  const { roles } = useLanguage().messages.words;
  const words = useWords(notificationsWords);
  const toggle = (name: NotificationName, role: Role, isOn: boolean) =>
    onChange({ ...mails, [name]: ROLES.filter((one) => (one === role ? isOn : mails[name].includes(one))) });
  return (
    <table className="w-full">
      <caption className="sr-only">{words.mails}</caption>
      <thead className="text-micro text-ink-3">
        <tr className="border-b border-line">
          <th scope="col" className="h-7 text-left font-medium">
            {words.notice}
          </th>
          {ROLES.map((role) => (
            <th key={role} scope="col" className="w-20 px-1.5 text-center font-medium">
              {roles[role]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {(Object.keys(words.notices) as NotificationName[]).map((name) => (
          <tr key={name}>
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              {words.notices[name]}
            </th>
            {ROLES.map((role) => (
              <td key={role} className="p-0">
                <label className="grid h-9 cursor-pointer place-items-center hover:bg-hover max-md:h-11">
                  <span className="sr-only">{`${words.notices[name]}: ${roles[role]}`}</span>
                  <input
                    type="checkbox"
                    className="size-4 accent-solid"
                    checked={mails[name].includes(role)}
                    disabled={isOff}
                    onChange={({ target }) => toggle(name, role, target.checked)}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
