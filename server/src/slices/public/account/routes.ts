import { driverAccount, driverAuth } from '@stationmaster/contract'
import type { FastifyRequest } from 'fastify'
import { languageOf } from '../../../platform/general/language.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import type { AccountParts } from './parts.ts'
import { changeAddress, changeProfile, readAccount } from './profile.ts'
import { addressIn } from './sign-in/address.ts'
import { sendCode } from './sign-in/codes.ts'
import { logOutDriver, refreshDriver, signIn } from './sign-in/sign-in.ts'

const userAgentMost = 400

const languageIn = (request: FastifyRequest) => languageOf(request.headers['accept-language'])

/** The calls of drivers' own accounts. */
export function driverAccountRoutes(rest: Rest, parts: AccountParts): void {
  signInRoutes(rest, parts)
  profileRoutes(rest, parts)
}

function signInRoutes(rest: Rest, parts: AccountParts): void {
  route(rest, driverAuth.code, ({ body, request, remoteAddress }) =>
    sendCode(parts, {
      address: addressIn(body),
      purpose: 'sign-in',
      language: languageIn(request),
      remoteAddress,
    }),
  )
  route(rest, driverAuth.signIn, ({ body, request, remoteAddress }) => {
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, userAgentMost)
    return signIn(parts, {
      address: addressIn(body),
      code: body.code,
      language: languageIn(request),
      device: { remoteAddress, userAgent },
    })
  })
  route(rest, driverAuth.refresh, ({ body, remoteAddress }) =>
    refreshDriver(parts, body.refresh_token, remoteAddress),
  )
  route(rest, driverAuth.logOut, ({ body }) =>
    logOutDriver(parts, { refreshToken: body.refresh_token, everywhere: body.everywhere }),
  )
}

function profileRoutes(rest: Rest, parts: AccountParts): void {
  route(rest, driverAccount.me, ({ driver }) => readAccount(parts.db, driver.id))
  route(rest, driverAccount.change, ({ driver, body, remoteAddress }) => {
    const { first_name: firstName, last_name: lastName, language, notices } = body
    const profile = {
      ...(firstName === undefined ? {} : { firstName }),
      ...(lastName === undefined ? {} : { lastName }),
      ...(language === undefined ? {} : { language }),
      ...(notices === undefined ? {} : { notices }),
    }
    return changeProfile(parts, driver.id, profile, remoteAddress)
  })
  route(rest, driverAccount.askContact, ({ driver, body, request, remoteAddress }) =>
    sendCode(parts, {
      address: addressIn(body),
      purpose: `address of ${driver.id}`,
      language: languageIn(request),
      remoteAddress,
    }),
  )
  route(rest, driverAccount.changeContact, ({ driver, body, request, remoteAddress }) =>
    changeAddress(parts, {
      driverId: driver.id,
      address: addressIn(body),
      code: body.code,
      language: languageIn(request),
      remoteAddress,
    }),
  )
}
