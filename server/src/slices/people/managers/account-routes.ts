import { auth } from '@stationmaster/contract'
import type { FastifyRequest } from 'fastify'
import { languageOf } from '../../../platform/general/language.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { askPassword, askVerification, setPassword, signUp, verifyEmail } from './accounts.ts'
import { logIn, logOut, refresh } from './actions.ts'
import { keepEmail } from './links/new-email.ts'
import { lookAtLink, renewLink } from './links/renew-link.ts'
import type { ManagersParts } from './parts.ts'
import { findSecondFactorState } from './second-factor/second-factor.ts'
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts'
import type { Device } from './signing-in/session-store.ts'
import { endSessions, ownSessions } from './signing-in/sessions.ts'
import { findManager } from './store.ts'
import { managerView } from './view.ts'

const userAgentMost = 400

const deviceIn = (request: FastifyRequest): Device => ({
  remoteAddress: request.remoteAddress,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentMost),
})

/** Sign-up, log-in, log-out, mailed links, sessions, second factor. */
export function accountRoutes(rest: Rest, parts: ManagersParts): void {
  secondFactorRoutes(rest, parts)
  route(rest, auth.logIn, ({ body: { email, password, code, device_token: deviceToken }, request }) =>
    logIn(parts, { email, password, code, deviceToken, ...deviceIn(request) }),
  )
  route(rest, auth.currentManager, async ({ caller }) => {
    const manager = await findManager(parts.db, caller.id)
    if (!manager) throw new Failure('auth.required')
    const [secondFactor, plans] = await Promise.all([
      findSecondFactorState(parts.db, parts, manager),
      parts.plansOf([manager.id]),
    ])
    return managerView(manager, secondFactor, plans.get(manager.id))
  })
  route(rest, auth.createToken, ({ body, remoteAddress }) =>
    refresh(parts, { email: body.email, refreshToken: body.refresh_token, remoteAddress }),
  )
  route(rest, auth.logOut, ({ body }) => logOut(parts, body.refresh_token))
  route(rest, auth.signUp, async ({ body, request, remoteAddress }) => {
    const manager = await signUp(parts, {
      email: body.email,
      firstName: body.first_name,
      lastName: body.last_name,
      password: body.password,
      subscriber: body.subscriber ?? false,
      language: languageOf(request.headers['accept-language']),
      remoteAddress,
    })
    return managerView(manager, 'off', (await parts.plansOf([manager.id])).get(manager.id))
  })
  mailedLinkRoutes(rest, parts)
  sessionRoutes(rest, parts)
}

function mailedLinkRoutes(rest: Rest, parts: ManagersParts): void {
  route(rest, auth.askPassword, ({ body, remoteAddress }) =>
    askPassword(parts, { email: body.email, remoteAddress }),
  )
  route(rest, auth.setPassword, ({ params, body, request }) =>
    setPassword(parts, { token: params.token, newPassword: body.new_password, bearer: request }),
  )
  route(rest, auth.mailedLink, ({ body, request }) => lookAtLink(parts, request, body.token))
  route(rest, auth.renewLink, ({ body, request }) => renewLink(parts, request, body.token))
  route(rest, auth.verifyEmail, async ({ body, request }) => {
    await verifyEmail(parts, body.token, request)
    return { verified: true as const }
  })
  route(rest, auth.keepEmail, ({ body, request }) => keepEmail(parts, { token: body.token, bearer: request }))
  route(rest, auth.askVerification, ({ caller }) => askVerification(parts, caller))
}

function sessionRoutes(rest: Rest, parts: ManagersParts): void {
  route(rest, auth.sessions, ({ caller }) => ownSessions(parts, caller))
  route(rest, auth.endSession, ({ caller, params, remoteAddress }) =>
    endSessions(parts, caller, { only: params.id }, remoteAddress),
  )
  route(rest, auth.endOtherSessions, ({ caller, remoteAddress }) =>
    endSessions(parts, caller, { except: caller.sessionId ?? null }, remoteAddress),
  )
}
