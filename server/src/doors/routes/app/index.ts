// SPDX-License-Identifier: Apache-2.0
/** The routes of the app: for people, by session cookies. */
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { BARE_HEADERS } from '../../http/index.ts';
import { registerChangeEmail } from './account/change-email/index.ts';
import { registerChangePassword } from './account/change-password/index.ts';
import { registerAccountDelete } from './account/delete/index.ts';
import { registerAccountExport } from './account/export/index.ts';
import { registerForgetPassword } from './account/forget-password/index.ts';
import { registerActivityList } from './account/list-activity/index.ts';
import { registerReauthenticate } from './account/reauthenticate/index.ts';
import { registerRequestVerification } from './account/request-verification/index.ts';
import { registerResetPassword } from './account/reset-password/index.ts';
import { registerSignUp } from './account/sign-up/index.ts';
import { registerVerifyEmail } from './account/verify-email/index.ts';
import { registerAnomaliesClose } from './anomalies/close/index.ts';
import { registerAnomaliesEraseNote } from './anomalies/erase-note/index.ts';
import { registerAnomaliesList } from './anomalies/list/index.ts';
import { registerAnomaliesScan } from './anomalies/scan/index.ts';
import { registerAnomaliesScanState } from './anomalies/scan-state/index.ts';
import { registerAuditExport } from './audit/export/index.ts';
import { registerAuditList } from './audit/list/index.ts';
import { registerAuditProve } from './audit/prove/index.ts';
import { registerAuditRead } from './audit/read/index.ts';
import { registerAuditVerify } from './audit/verify/index.ts';
import { registerAuthorizationsApprove } from './authorizations/approve/index.ts';
import { registerAuthorizationsDeny } from './authorizations/deny/index.ts';
import { registerAuthorizationsRead } from './authorizations/read/index.ts';
import { registerBillingOpenPortal } from './billing/open-portal/index.ts';
import { registerBillingRead } from './billing/read/index.ts';
import { registerBillingStartCheckout } from './billing/start-checkout/index.ts';
import { registerChatLinksConfirm } from './chat-links/confirm/index.ts';
import { registerChatLinksDelete } from './chat-links/delete/index.ts';
import { registerChatLinksList } from './chat-links/list/index.ts';
import { registerChatLinksRead } from './chat-links/read/index.ts';
import { registerComplianceExport } from './compliance/export/index.ts';
import { registerConnectedAppsList } from './connected-apps/list/index.ts';
import { registerConnectedAppsRevoke } from './connected-apps/revoke/index.ts';
import { registerDashboardRead } from './dashboard/read/index.ts';
import { registerDataRightsRead } from './data-rights/read/index.ts';
import { registerDeliveriesList } from './deliveries/list/index.ts';
import { registerDeliveriesRetry } from './deliveries/retry/index.ts';
import type { AppRouteDeps } from './deps.ts';
import { registerEventsList } from './events/list/index.ts';
import { registerEventsRead } from './events/read/index.ts';
import { registerEventsWaysOut } from './events/ways-out/index.ts';
import { registerGatewayCallsList } from './gateway-calls/list/index.ts';
import { GUARDRAIL_ROUTES } from './guardrail-routes.ts';
import { registerInvitationsAccept } from './invitations/accept/index.ts';
import { registerInvitationsCreate } from './invitations/create/index.ts';
import { registerInvitationsList } from './invitations/list/index.ts';
import { registerInvitationsOpen } from './invitations/open/index.ts';
import { registerInvitationsResend } from './invitations/resend/index.ts';
import { registerInvitationsRevoke } from './invitations/revoke/index.ts';
import { registerMeRead } from './me/read/index.ts';
import { registerMeUpdate } from './me/update/index.ts';
import { registerMembersHeld } from './members/held/index.ts';
import { registerMembersList } from './members/list/index.ts';
import { registerMembersMade } from './members/made/index.ts';
import { registerMembersRemove } from './members/remove/index.ts';
import { registerMembersUpdate } from './members/update/index.ts';
import { registerMfaBeginSetup } from './mfa/begin-setup/index.ts';
import { registerMfaDisable } from './mfa/disable/index.ts';
import { registerMfaEnable } from './mfa/enable/index.ts';
import { registerMfaReplaceRecoveryCodes } from './mfa/replace-recovery-codes/index.ts';
import { registerNotificationsRead } from './notifications/read/index.ts';
import { registerNotificationsUpdate } from './notifications/update/index.ts';
import { registerOrganizationChangePlan } from './organization/change-plan/index.ts';
import { registerOrganizationCreate } from './organization/create/index.ts';
import { registerOrganizationDelete } from './organization/delete/index.ts';
import { registerOrganizationExport } from './organization/export/index.ts';
import { registerOrganizationExportProvisioning } from './organization/export-provisioning/index.ts';
import { registerFirstSteps } from './organization/first-steps/index.ts';
import { registerOrganizationRead } from './organization/read/index.ts';
import { registerOrganizationSwitch } from './organization/switch/index.ts';
import { registerOrganizationUpdate } from './organization/update/index.ts';
import { registerPasskeysBeginRegistration } from './passkeys/begin-registration/index.ts';
import { registerPasskeysBeginSignIn } from './passkeys/begin-sign-in/index.ts';
import { registerPasskeysCreate } from './passkeys/create/index.ts';
import { registerPasskeysDelete } from './passkeys/delete/index.ts';
import { registerPasskeysList } from './passkeys/list/index.ts';
import { registerPasskeysSignIn } from './passkeys/sign-in/index.ts';
import { registerPoliciesAnalyse } from './policies/analyse/index.ts';
import { registerPoliciesCancelImpact } from './policies/cancel-impact/index.ts';
import { registerPoliciesCheck } from './policies/check/index.ts';
import { registerPoliciesCreate } from './policies/create/index.ts';
import { registerPoliciesDelete } from './policies/delete/index.ts';
import { registerPoliciesDifference } from './policies/difference/index.ts';
import { registerPoliciesExport } from './policies/export/index.ts';
import { registerPoliciesList } from './policies/list/index.ts';
import { registerPoliciesRead } from './policies/read/index.ts';
import { registerPoliciesReadImpact } from './policies/read-impact/index.ts';
import { registerPoliciesShadow } from './policies/shadow/index.ts';
import { registerPoliciesStartImpact } from './policies/start-impact/index.ts';
import { registerPoliciesTest } from './policies/test/index.ts';
import { registerPoliciesUpdate } from './policies/update/index.ts';
import { registerPolicyVersionsEraseNote } from './policy-versions/erase-note/index.ts';
import { registerPolicyVersionsList } from './policy-versions/list/index.ts';
import { registerPolicyVersionsRead } from './policy-versions/read/index.ts';
import { registerPolicyVersionsRestore } from './policy-versions/restore/index.ts';
import { PROPOSAL_ROUTES } from './proposal-routes.ts';
import { RECORD_ROUTES } from './record-routes.ts';
import { declarePerson } from './register.ts';
import { registerReviewsApprove } from './reviews/approve/index.ts';
import { registerReviewsCountMine } from './reviews/count-mine/index.ts';
import { registerReviewsDeny } from './reviews/deny/index.ts';
import { registerReviewsEraseNote } from './reviews/erase-note/index.ts';
import { registerReviewsList } from './reviews/list/index.ts';
import { registerSessionCreate } from './session/create/index.ts';
import { registerSessionEnd } from './session/end/index.ts';
import { registerSessionEndOne } from './session/end-one/index.ts';
import { registerSessionEndOthers } from './session/end-others/index.ts';
import { registerSessionEnterDemo } from './session/enter-demo/index.ts';
import { registerSessionList } from './session/list/index.ts';
import { registerSessionRead } from './session/read/index.ts';
import { registerSessionRefresh } from './session/refresh/index.ts';
import { registerStreamOpen } from './stream/open/index.ts';
import { registerTextsScan } from './texts/scan/index.ts';
import { registerUnconfirmedAccessAnswer } from './unconfirmed-access/answer/index.ts';
import { registerUnconfirmedAccessRead } from './unconfirmed-access/read/index.ts';
import { registerUsageRead } from './usage/read/index.ts';
import { registerWebhooksCreate } from './webhooks/create/index.ts';
import { registerWebhooksDelete } from './webhooks/delete/index.ts';
import { registerWebhooksList } from './webhooks/list/index.ts';
import { registerWebhooksRead } from './webhooks/read/index.ts';
import { registerWebhooksRecover } from './webhooks/recover/index.ts';
import { registerWebhooksRotateSecret } from './webhooks/rotate-secret/index.ts';
import { registerWebhooksTest } from './webhooks/test/index.ts';
import { registerWebhooksUpdate } from './webhooks/update/index.ts';

/** A scope of their own: no other route reads cookies. */
export function registerAppRoutes(http: FastifyInstance, deps: AppRouteDeps): void {
  http.register(async (app) => {
    await app.register(cookie);
    declarePerson(app);
    for (const register of ROUTES) register(app, deps);
    // The web app is served under /app.
    app.get('/', async (_request, reply) => await reply.headers(BARE_HEADERS).redirect('/app', 302));
  });
}

const ROUTES = [
  ...RECORD_ROUTES,
  ...GUARDRAIL_ROUTES,
  registerSignUp,
  registerMfaDisable,
  registerMfaEnable,
  registerMfaReplaceRecoveryCodes,
  registerMfaBeginSetup,
  registerPasskeysCreate,
  registerPasskeysDelete,
  registerPasskeysList,
  registerPasskeysBeginRegistration,
  registerPasskeysSignIn,
  registerPasskeysBeginSignIn,
  registerVerifyEmail,
  registerForgetPassword,
  registerResetPassword,
  registerRequestVerification,
  registerChangeEmail,
  registerChangePassword,
  registerReauthenticate,
  registerActivityList,
  registerAccountDelete,
  registerAccountExport,
  registerComplianceExport,
  registerDataRightsRead,
  registerOrganizationDelete,
  registerOrganizationExport,
  registerOrganizationExportProvisioning,
  registerSessionEndOne,
  registerSessionEndOthers,
  registerSessionList,
  registerMeUpdate,
  registerSessionCreate,
  registerSessionEnterDemo,
  registerSessionRefresh,
  registerSessionEnd,
  registerSessionRead,
  registerMeRead,
  ...PROPOSAL_ROUTES,
  registerOrganizationRead,
  registerOrganizationUpdate,
  registerFirstSteps,
  registerMembersList,
  registerMembersHeld,
  registerMembersUpdate,
  registerMembersMade,
  registerMembersRemove,
  registerInvitationsAccept,
  registerInvitationsCreate,
  registerInvitationsList,
  registerInvitationsOpen,
  registerInvitationsResend,
  registerInvitationsRevoke,
  registerOrganizationCreate,
  registerOrganizationSwitch,
  registerTextsScan,
  registerUnconfirmedAccessAnswer,
  registerUnconfirmedAccessRead,
  registerUsageRead,
  registerBillingRead,
  registerBillingStartCheckout,
  registerBillingOpenPortal,
  registerOrganizationChangePlan,
  registerAuthorizationsRead,
  registerAuthorizationsApprove,
  registerAuthorizationsDeny,
  registerConnectedAppsList,
  registerConnectedAppsRevoke,
  registerChatLinksConfirm,
  registerChatLinksDelete,
  registerChatLinksList,
  registerChatLinksRead,
  registerNotificationsRead,
  registerNotificationsUpdate,
  registerStreamOpen,
  registerDashboardRead,
  registerReviewsCountMine,
  registerReviewsList,
  registerReviewsApprove,
  registerReviewsDeny,
  registerReviewsEraseNote,
  registerEventsList,
  registerEventsRead,
  registerEventsWaysOut,
  registerAnomaliesList,
  registerAnomaliesClose,
  registerAnomaliesEraseNote,
  registerAnomaliesScan,
  registerAnomaliesScanState,
  registerAuditList,
  registerAuditVerify,
  registerAuditExport,
  registerAuditRead,
  registerAuditProve,
  registerGatewayCallsList,
  registerPoliciesAnalyse,
  registerPoliciesShadow,
  registerPoliciesCheck,
  registerPoliciesCreate,
  registerPoliciesDelete,
  registerPoliciesDifference,
  registerPoliciesExport,
  registerPoliciesList,
  registerPoliciesRead,
  registerPoliciesStartImpact,
  registerPoliciesReadImpact,
  registerPoliciesCancelImpact,
  registerPoliciesTest,
  registerPoliciesUpdate,
  registerPolicyVersionsEraseNote,
  registerPolicyVersionsList,
  registerPolicyVersionsRead,
  registerPolicyVersionsRestore,
  registerWebhooksList,
  registerWebhooksCreate,
  registerWebhooksRead,
  registerWebhooksUpdate,
  registerWebhooksDelete,
  registerDeliveriesList,
  registerWebhooksTest,
  registerWebhooksRotateSecret,
  registerWebhooksRecover,
  registerDeliveriesRetry,
];
