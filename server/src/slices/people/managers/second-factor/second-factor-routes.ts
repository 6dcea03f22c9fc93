import { secondFactor } from '@stationmaster/contract'
import { type Rest, route } from '../../../../platform/http/http.ts'
import type { ManagersParts } from '../parts.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  ownSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
} from './second-factor.ts'

/** The second factor of log-ins: the caller's own, and the reset by an administrator. */
export function secondFactorRoutes(rest: Rest, parts: ManagersParts): void {
  route(rest, secondFactor.get, ({ caller }) => ownSecondFactor(parts, caller))
  route(rest, secondFactor.begin, ({ caller, body, remoteAddress }) =>
    beginSecondFactor(parts, caller, { currentPassword: body.current_password, remoteAddress }),
  )
  route(rest, secondFactor.confirm, async ({ caller, body, remoteAddress }) => ({
    recovery_codes: await confirmSecondFactor(parts, caller, { code: body.code, remoteAddress }),
  }))
  route(rest, secondFactor.renewCodes, async ({ caller, body, remoteAddress }) => ({
    recovery_codes: await renewRecoveryCodes(parts, caller, {
      currentPassword: body.current_password,
      remoteAddress,
    }),
  }))
  route(rest, secondFactor.remove, ({ caller, body, remoteAddress }) =>
    removeSecondFactor(parts, caller, { currentPassword: body.current_password, remoteAddress }),
  )
  route(rest, secondFactor.reset, ({ caller, params, body, remoteAddress }) =>
    resetSecondFactor(parts, caller, {
      id: params.id,
      currentPassword: body.current_password,
      remoteAddress,
    }),
  )
}
