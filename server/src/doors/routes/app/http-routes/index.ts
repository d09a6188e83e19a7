// SPDX-License-Identifier: Apache-2.0
/** The routes of http routes. */
import type { HttpRouteChange, HttpRouteCheck, HttpRouteCreation, HttpRouteListQuery } from '@svc/contract';
import { checkHttpRoute } from '../../../../decisions/gateways/index.ts';
import {
  createHttpRoute,
  deleteHttpRoute,
  listHttpRoutes,
  readHttpRoute,
  updateHttpRoute,
} from '../../../../registry/gateway-routes/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, changerOf, heldChangerOf, readerOf } from '../register.ts';

export const HTTP_ROUTES_ROUTES = {
  /** POST /http-routes/{id}/check: try its upstream by one call. */
  checkHttpRoute: async (deps, request, person) => {
    return await checkHttpRoute(deps, changerOf(person), uuidParameter(request, 'id'), request.body as HttpRouteCheck);
  },

  /** POST /http-routes: make an HTTP route. */
  createHttpRoute: async (deps, request, person, reply) => {
    const creation = request.body as HttpRouteCreation;
    const changer = heldChangerOf(person, 'createHttpRoute', creation);
    const made = await createHttpRoute(deps.pool, deps, changer, creation);
    return await reply.code(201).send(made);
  },

  /** DELETE /http-routes/{id}: delete an HTTP route. */
  deleteHttpRoute: async ({ pool }, request, person, reply) => {
    await deleteHttpRoute(pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },

  /** GET /http-routes: list HTTP routes. */
  listHttpRoutes: async ({ reads }, request, person) => {
    return await listHttpRoutes(reads, readerOf(person), request.query as HttpRouteListQuery);
  },

  /** GET /http-routes/{id}: an HTTP route. */
  readHttpRoute: async ({ pool }, request, { organization }) => {
    return await readHttpRoute(pool, organization.id, uuidParameter(request, 'id'));
  },

  /** PATCH /http-routes/{id}: change an HTTP route. */
  updateHttpRoute: async (deps, request, person) => {
    const [id, change] = [uuidParameter(request, 'id'), request.body as HttpRouteChange];
    return await updateHttpRoute(deps.pool, deps, heldChangerOf(person, 'updateHttpRoute', change, id), id, change);
  },
} satisfies Partial<AppHandlers>;
