import {
  driverAccount,
  driverAuth,
  driverDevices,
  driverHistory,
  driverMoney,
  driverTags,
  type Language,
} from '@stationmaster/contract'
import type { FastifyRequest } from 'fastify'
import { languageOf } from '../../../platform/general/language.ts'
import { Failure } from '../../../platform/http/failure.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { removeDevices } from '../notices/store.ts'
import { receiptFile } from '../pay/receipt/file.ts'
import { readShownOrder } from '../pay/receipt/shown-order.ts'
import { askDeletion, deleteAccount } from './deletion.ts'
import { readDevices } from './devices.ts'
import { exportFile, statementFile } from './history/files.ts'
import { readOrders, readPostings } from './history/history.ts'
import { linkOfOwn } from './history/pay-link.ts'
import { readCard, readTopUp, removeCard, saveCard, topUp } from './own-money.ts'
import type { AccountParts } from './parts.ts'
import { changeAddress, changeProfile, readAccount } from './profile.ts'
import { addressIn } from './sign-in/address.ts'
import { sendCode } from './sign-in/codes.ts'
import { logOutDriver, refreshDriver, signIn } from './sign-in/sign-in.ts'
import { beginTag, blockTag, readTags, removeTag } from './tags/own-tags.ts'

const userAgentMost = 400

const userAgentOf = (request: FastifyRequest) => (request.headers['user-agent'] ?? '').slice(0, userAgentMost)

const languageIn = (request: FastifyRequest) => languageOf(request.headers['accept-language'])

/** The calls of drivers' own accounts. */
export function driverAccountRoutes(rest: Rest, parts: AccountParts): void {
  signInRoutes(rest, parts)
  profileRoutes(rest, parts)
  deviceRoutes(rest, parts)
  historyRoutes(rest, parts)
  tagRoutes(rest, parts)
  moneyRoutes(rest, parts)
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
    return signIn(parts, {
      address: addressIn(body),
      code: body.code,
      language: languageIn(request),
      device: { remoteAddress, userAgent: userAgentOf(request) },
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

function deviceRoutes(rest: Rest, parts: AccountParts): void {
  const { db, notices } = parts
  route(rest, driverDevices.list, ({ driver }) => readDevices(parts, driver.id))
  route(rest, driverDevices.add, async ({ driver, body, request }) => ({
    id: await notices.subscribe({
      of: { driverId: driver.id },
      endpoint: body.endpoint,
      publicKey: body.p256dh,
      authSecret: body.auth,
      language: languageIn(request),
      userAgent: userAgentOf(request),
    }),
  }))
  route(rest, driverDevices.remove, async ({ driver, params }) => {
    if (!(await removeDevices(db, driver.id, params.id))) throw new Failure('notices.unknown_device')
  })
}

function historyRoutes(rest: Rest, parts: AccountParts): void {
  const { db } = parts
  const readerOf = async (driverId: number, request: FastifyRequest, named: Language | undefined) =>
    named ?? (await readAccount(db, driverId)).language ?? languageIn(request)
  route(rest, driverHistory.orders, ({ driver, query }) => readOrders(db, driver.id, query))
  route(rest, driverHistory.order, async ({ driver, params, request }) =>
    readShownOrder(parts, { id: params.id, driverId: driver.id, language: languageIn(request) }),
  )
  route(rest, driverHistory.payLink, async ({ driver, params }) => linkOfOwn(parts, driver.id, params.id))
  route(rest, driverHistory.receipt, async ({ driver, params, query, request }) =>
    receiptFile(parts, {
      id: params.id,
      driverId: driver.id,
      language: await readerOf(driver.id, request, query.language),
    }),
  )
  route(rest, driverHistory.statement, async ({ driver, params, query, request }) =>
    statementFile(parts, driver.id, params.month, await readerOf(driver.id, request, query.language)),
  )
  route(rest, driverHistory.postings, ({ driver, query }) => readPostings(db, driver.id, query))
  route(rest, driverHistory.export, async ({ driver, request }) =>
    exportFile(parts, driver.id, languageIn(request)),
  )
  route(rest, driverAccount.askDeletion, ({ driver, request, remoteAddress }) =>
    askDeletion(parts, driver.id, { language: languageIn(request), remoteAddress }),
  )
  route(rest, driverAccount.delete, ({ driver, body, remoteAddress }) =>
    deleteAccount(parts, driver.id, { code: body.code, remoteAddress }),
  )
}

function tagRoutes(rest: Rest, parts: AccountParts): void {
  route(rest, driverTags.list, ({ driver }) => readTags(parts, driver.id))
  route(rest, driverTags.add, ({ driver, body, remoteAddress }) =>
    beginTag(
      parts,
      { driverId: driver.id, remoteAddress },
      { token: body.token, stationNumber: body.station_number ?? null },
    ),
  )
  route(rest, driverTags.block, ({ driver, params, remoteAddress }) =>
    blockTag(parts, { driverId: driver.id, remoteAddress }, params.token),
  )
  route(rest, driverTags.remove, ({ driver, params, remoteAddress }) =>
    removeTag(parts, { driverId: driver.id, remoteAddress }, params.token),
  )
}

function moneyRoutes(rest: Rest, parts: AccountParts): void {
  route(rest, driverMoney.card, ({ driver }) => readCard(parts, driver.id))
  route(rest, driverMoney.saveCard, ({ driver, body }) => saveCard(parts, driver.id, body))
  route(rest, driverMoney.removeCard, ({ driver }) => removeCard(parts, driver.id))
  route(rest, driverMoney.topUp, ({ driver, body }) => topUp(parts, driver.id, body))
  route(rest, driverMoney.topUpState, ({ driver, params }) => readTopUp(parts, driver.id, params.id))
}
