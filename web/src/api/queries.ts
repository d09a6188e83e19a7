/** What the pages read and change, with how long each answer stays good. */
import type {
  AnomalyItem,
  AnomalyList,
  AnomalyListQuery,
  AnomalyScan,
  AuditList,
  AuditListQuery,
  AuditProof,
  AuditVerification,
  CreatedWebhook,
  Decision,
  Delivery,
  DeliveryList,
  EventDetail,
  EventList,
  EventListQuery,
  GatewayCall,
  GatewayCallList,
  GatewayCallListQuery,
  LoginRequest,
  Me,
  ReviewList,
  SecretRotation,
  SignedIn,
  Webhook,
  WebhookChange,
  WebhookCreation,
  WebhookList,
} from '@svc/contract';
import { LIST_ITEMS_DEFAULT, LIST_ITEMS_MAX } from '@svc/contract/limits';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from './client.ts';
import { apiPath } from './paths.ts';

/** A person who waits for a review sees it within this time. */
const REVIEWS_REFRESH_EVERY_MS = 5_000;
const EVENT_REFRESH_EVERY_MS = 5_000;
/** Until a checkpoint covers an entry, which takes seconds. */
const PROOF_REFRESH_EVERY_MS = 2_000;
/** While somebody looks, an attempt that ends is seen within this time. */
const DELIVERIES_REFRESH_EVERY_MS = 3_000;
/** While one of the calls that are shown is under way. */
const CALLS_REFRESH_EVERY_MS = 3_000;
const ME_GOOD_FOR_MS = 60_000;

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => callApi<Me>({ method: 'GET', path: apiPath.me(), signal }),
  staleTime: ME_GOOD_FOR_MS,
});

/** Everything that waits, up to what the service gives at once. */
export const waitingReviewsQuery = queryOptions({
  queryKey: ['reviews', 'PENDING'],
  queryFn: ({ signal }) =>
    callApi<ReviewList>({
      method: 'GET',
      path: apiPath.reviews({ status: 'PENDING', limit: String(LIST_ITEMS_MAX) }),
      signal,
    }),
  refetchInterval: REVIEWS_REFRESH_EVERY_MS,
});

export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['event', eventId],
    queryFn: ({ signal }) => callApi<EventDetail>({ method: 'GET', path: apiPath.event(eventId), signal }),
    // Only what still waits can change.
    refetchInterval: ({ state }) => (state.data?.review?.status === 'PENDING' ? EVENT_REFRESH_EVERY_MS : false),
  });

export type EventFilters = Omit<EventListQuery, 'limit' | 'cursor'>;

export const eventsQuery = (filters: EventFilters) =>
  infiniteQueryOptions({
    queryKey: ['events', filters],
    queryFn: ({ signal, pageParam }) =>
      callApi<EventList>({
        method: 'GET',
        path: apiPath.events({ ...filters, limit: String(LIST_ITEMS_DEFAULT), cursor: pageParam }),
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });

/** It was forwarded and nobody knows yet what became of it. */
export const isUnderWay = ({ proxied, finishedAt }: GatewayCall): boolean => proxied && finishedAt === null;

export type GatewayCallFilters = Pick<GatewayCallListQuery, 'q' | 'agent' | 'route' | 'protocol' | 'decision'>;

export const gatewayCallsQuery = (filters: GatewayCallFilters) =>
  infiniteQueryOptions({
    queryKey: ['gateway calls', filters],
    queryFn: ({ signal, pageParam }) =>
      callApi<GatewayCallList>({
        method: 'GET',
        path: apiPath.gatewayCalls({ ...filters, limit: String(LIST_ITEMS_DEFAULT), cursor: pageParam }),
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? CALLS_REFRESH_EVERY_MS : false,
  });

export type AnomalyFilters = Pick<AnomalyListQuery, 'q' | 'status' | 'kind'>;

export const anomaliesQuery = (filters: AnomalyFilters) =>
  infiniteQueryOptions({
    queryKey: ['anomalies', filters],
    queryFn: ({ signal, pageParam }) =>
      callApi<AnomalyList>({
        method: 'GET',
        path: apiPath.anomalies({ ...filters, limit: String(LIST_ITEMS_DEFAULT), cursor: pageParam }),
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });

/** Once: a second time is refused with 409. */
export const closeAnomaly = (anomalyId: string, note: string) =>
  callApi<AnomalyItem>({
    method: 'POST',
    path: apiPath.closeAnomaly(anomalyId),
    body: note.trim() === '' ? {} : { note: note.trim() },
  });

export const scanForAnomalies = () => callApi<AnomalyScan>({ method: 'POST', path: apiPath.scanForAnomalies() });

export type AuditFilters = Pick<AuditListQuery, 'q'>;

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ signal, pageParam }) =>
      callApi<AuditList>({
        method: 'GET',
        path: apiPath.audit({ ...filters, limit: String(LIST_ITEMS_DEFAULT), cursor: pageParam }),
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });

export const proofQuery = (seq: number) =>
  queryOptions({
    queryKey: ['proof', seq],
    queryFn: ({ signal }) => callApi<AuditProof>({ method: 'GET', path: apiPath.auditProof(seq), signal }),
    // A proof stays good for ever.
    staleTime: ({ state }) => (state.data?.covered == null ? 0 : Number.POSITIVE_INFINITY),
    refetchInterval: ({ state }) => (state.data?.covered === null ? PROOF_REFRESH_EVERY_MS : false),
  });

export const verifyAudit = () => callApi<AuditVerification>({ method: 'GET', path: apiPath.auditVerify() });

export const signIn = (credentials: LoginRequest) =>
  callApi<SignedIn>({ method: 'POST', path: apiPath.login(), body: credentials, renews: false });

export const signOut = () => callApi<undefined>({ method: 'POST', path: apiPath.logout(), renews: false });

export type Resolution = 'approve' | 'deny';

/** The first one wins; a second one is refused with 409. */
export const resolveReview = (eventId: string, resolution: Resolution, note: string) =>
  callApi<Decision>({
    method: 'POST',
    path: apiPath[resolution](eventId),
    body: note.trim() === '' ? {} : { note: note.trim() },
  });

/** Once: a second time is refused with 409. */
export const eraseReviewNote = (eventId: string) =>
  callApi<undefined>({ method: 'POST', path: apiPath.eraseNote(eventId) });

export const webhooksQuery = infiniteQueryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal, pageParam }) =>
    callApi<WebhookList>({ method: 'GET', path: apiPath.webhooks({ cursor: pageParam }), signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor,
});

/** The answer alone holds the secret. */
export const createWebhook = (creation: WebhookCreation) =>
  callApi<CreatedWebhook>({ method: 'POST', path: apiPath.newWebhook(), body: creation });

export const updateWebhook = (webhookId: string, change: WebhookChange) =>
  callApi<Webhook>({ method: 'PATCH', path: apiPath.webhook(webhookId), body: change });

export const deleteWebhook = (webhookId: string) =>
  callApi<undefined>({ method: 'DELETE', path: apiPath.webhook(webhookId) });

/** The answer alone holds the secret. */
export const rotateWebhookSecret = (webhookId: string, now: boolean) =>
  callApi<SecretRotation>({ method: 'POST', path: apiPath.webhookSecret(webhookId), body: { now } });

const DELIVERIES_PER_PAGE = 10;

export const deliveriesQuery = (webhookId: string) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', webhookId],
    queryFn: ({ signal, pageParam }) =>
      callApi<DeliveryList>({
        method: 'GET',
        path: apiPath.deliveries(webhookId, { limit: String(DELIVERIES_PER_PAGE), cursor: pageParam }),
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: DELIVERIES_REFRESH_EVERY_MS,
  });

export const sendTestDelivery = (webhookId: string) =>
  callApi<Delivery>({ method: 'POST', path: apiPath.webhookTest(webhookId) });

export const retryDelivery = (deliveryId: string) =>
  callApi<Delivery>({ method: 'POST', path: apiPath.deliveryRetry(deliveryId) });
