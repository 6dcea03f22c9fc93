import { parse } from 'node:querystring'
import { contract } from '@stationmaster/contract'
import type { FastifyRequest } from 'fastify'
import { languageOf } from '../../../platform/general/language.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { provePassword } from '../managers/signing-in/proof.ts'
import type { Device } from '../managers/signing-in/session-store.ts'
import { begin } from './begin.ts'
import { comeBack } from './come-back.ts'
import { ownLink, unlink } from './link.ts'
import type { SingleSignOnParts } from './parts.ts'
import { endFromProvider, logOutEverywhere } from './provider/log-out.ts'
import { Provider } from './provider/provider.ts'
import { giveCode } from './session.ts'
import { changeSettings } from './settings/change-settings.ts'
import { loadSettings, settingsView, takesPassword } from './settings/settings.ts'
import { findSettingsRow } from './settings/settings-store.ts'

const { singleSignOn } = contract

const deviceIn = (request: FastifyRequest): Device => ({
  remoteAddress: request.remoteAddress,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
})

/** Log-ins at a provider, and their settings. */
export function singleSignOnRoutes(rest: Rest, parts: SingleSignOnParts): void {
  const { db } = parts
  route(rest, singleSignOn.options, async () => {
    const { enabled, label } = await loadSettings(parts, db)
    return {
      enabled,
      label: enabled ? label : '',
      password_log_in: await takesPassword(parts.config, db, null),
    }
  })
  route(rest, singleSignOn.begin, ({ remoteAddress }) =>
    begin(parts, 'log_in', { caller: null, remoteAddress }),
  )
  route(rest, singleSignOn.comeBack, ({ body, request }) =>
    comeBack(parts, {
      browserSecret: body.browser_secret,
      parameters: body.parameters,
      deviceToken: body.device_token,
      device: deviceIn(request),
      language: languageOf(request.headers['accept-language']),
    }),
  )
  route(rest, singleSignOn.giveCode, ({ body: { pending, code, device_token: deviceToken }, request }) =>
    giveCode(parts, { pending, code, device: deviceIn(request), deviceToken }),
  )
  route(rest, singleSignOn.logOut, async ({ body }) => ({
    url: await logOutEverywhere(parts, body.refresh_token),
  }))
  route(rest, singleSignOn.own, ({ caller }) => ownLink(parts, caller))
  route(rest, singleSignOn.link, async ({ caller, body, remoteAddress }) => {
    await provePassword(parts, caller, { currentPassword: body.current_password })
    return begin(parts, 'link', { caller, remoteAddress })
  })
  route(rest, singleSignOn.unlink, ({ caller, remoteAddress }) => unlink(parts, caller, remoteAddress))
  fromProvider(rest, parts)
  settingsRoutes(rest, parts)
}

/** The one call that comes as a form, in a place of its own: a form of another site reaches no other call. */
function fromProvider(rest: Rest, parts: SingleSignOnParts): void {
  void rest.app.register(async (app) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => done(null, { ...parse(text as string) }),
    )
    route({ ...rest, app }, singleSignOn.endFromProvider, async ({ body, remoteAddress }) => ({
      ended: await endFromProvider(parts, { token: body.logout_token, remoteAddress }),
    }))
  })
}

function settingsRoutes(rest: Rest, parts: SingleSignOnParts): void {
  const { db } = parts
  const view = async () => settingsView(parts, await loadSettings(parts, db), await findSettingsRow(db))
  route(rest, singleSignOn.settings, view)
  route(rest, singleSignOn.change, async ({ caller, body, remoteAddress }) => {
    await changeSettings(parts, caller, { change: body, remoteAddress })
    return view()
  })
  route(rest, singleSignOn.check, async () => {
    const { metadata } = await Provider.open(await loadSettings(parts, db), parts)
    return {
      issuer: metadata.issuer,
      log_out: metadata.end_session_endpoint !== undefined,
      back_channel_log_out: metadata.backchannel_logout_supported === true,
      scopes: [...(metadata.scopes_supported ?? [])],
      claims: [...(metadata.claims_supported ?? [])],
    }
  })
  route(rest, singleSignOn.try, ({ caller, remoteAddress }) => begin(parts, 'try', { caller, remoteAddress }))
}
