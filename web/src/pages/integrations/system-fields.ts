// SPDX-License-Identifier: Apache-2.0
/** The fields of systems of which the service knows the calls. */
import type { Integration } from '@svc/contract';
import {
  CHANNEL_CHARACTERS_MAX,
  CREDENTIAL_SECRET_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  URL_CHARACTERS_MAX,
} from '@svc/contract/limits';
import { useWords } from '../../language/word-set.ts';
import { registryWords } from '../../registry/words.ts';
import { type Field, ofKind, SECRET } from './fields-of-kinds.ts';
import type { FormKind, IntegrationFormValues } from './integration-values.ts';
import { integrationsWords } from './words.ts';

type Name = Exclude<keyof IntegrationFormValues, 'replaceHeaders'>;

export function useSystemFields(stored: Integration | null): Field[] {
  const words = useWords(integrationsWords);
  const common = useWords(registryWords);
  const { fields } = words;
  const line = (name: Name, kinds: FormKind[], more: Partial<Field> & { label: string }): Field =>
    ({
      name,
      maxLength: NAME_CHARACTERS_MAX,
      autoComplete: 'off',
      isName: true,
      isShown: ofKind(...kinds),
      ...more,
    }) as Field;
  const needed = (
    name: Name,
    kind: FormKind,
    { label, hint, missing }: { label: string; hint?: string; missing: string },
  ) => line(name, [kind], { label, missing, ...(hint !== undefined && { hint }) });
  const secret = (name: Name, kind: FormKind, { label, hint, missing }: (typeof fields)['apiToken']): Field =>
    ({
      ...SECRET,
      maxLength: CREDENTIAL_SECRET_CHARACTERS_MAX,
      name,
      label,
      ...(stored?.hasSecret === true ? { hint: words.keepHint } : { missing, hint }),
      isShown: ofKind(kind),
    }) as Field;
  const address = (kind: FormKind, hint: string): Field =>
    ({
      name: 'url',
      label: words.url,
      kind: 'url',
      maxLength: URL_CHARACTERS_MAX,
      isName: true,
      hint,
      missing: words.missingUrl,
      isShown: ofKind(kind),
    }) as Field;
  return [
    address('JIRA', fields.jiraUrlHint),
    address('SERVICENOW', fields.serviceNowUrlHint),
    needed('appId', 'TEAMS', fields.appId),
    needed('tenantId', 'TEAMS', fields.tenantId),
    secret('clientSecret', 'TEAMS', fields.clientSecret),
    { ...needed('channel', 'TEAMS', fields.teamsChannel), maxLength: CHANNEL_CHARACTERS_MAX } as Field,
    needed('username', 'JIRA', fields.email),
    secret('token', 'JIRA', fields.apiToken),
    needed('project', 'JIRA', fields.project),
    line('issueType', ['JIRA'], { label: fields.issueType }),
    line('closeWith', ['JIRA'], { label: common.optional(fields.transition), hint: fields.transitionHint }),
    needed('username', 'SERVICENOW', fields.user),
    secret('token', 'SERVICENOW', fields.password),
    line('table', ['SERVICENOW'], { label: fields.table }),
    line('closeWith', ['SERVICENOW'], { label: common.optional(fields.state), hint: fields.stateHint }),
    needed('repository', 'GITHUB', fields.repository),
    secret('token', 'GITHUB', fields.gitHubToken),
    secret('routingKey', 'PAGERDUTY', fields.routingKey),
    address('GITHUB', fields.gitHubUrlHint),
    address('PAGERDUTY', fields.pagerDutyUrlHint),
  ];
}
