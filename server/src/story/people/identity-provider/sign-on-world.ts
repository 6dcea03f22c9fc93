import type {
  ErrorAnswer,
  Manager,
  Role,
  SingleSignOnReturn,
  SingleSignOnSettings,
} from '@stationmaster/contract'
import type { Database } from '../../../platform/database/database.ts'
import { demoPassword } from '../../../slices/people/managers/staff/demo-accounts.ts'
import { type Answer, Office } from '../../world/office.ts'
import { IdentityProvider } from './identity-provider.ts'

/** Where the network is, as its provider knows it. */
export const networkUrl = 'https://net.example'
/** The network, as a client of the provider. */
export const networkClient = {
  client_id: 'stationmaster',
  client_secret: 'a secret of the client',
  redirect_uris: [`${networkUrl}/auth/single-sign-on`],
  post_logout_redirect_uris: [`${networkUrl}/login?step=out`],
  grant_types: ['authorization_code', 'refresh_token'],
}
/** The settings of a server that may call the provider. */
const networkEnv = { PUBLIC_URL: networkUrl, OUTGOING_PRIVATE_NETWORKS: 'loopback' }

export interface Begun {
  url: string
  browser_secret: string
}
export type Returned = SingleSignOnReturn & ErrorAnswer
type Asker = Role | { token: string }

/** A back office beside a real provider of OpenID Connect. */
export class SignOnWorld {
  private constructor(
    readonly office: Office,
    readonly provider: IdentityProvider,
    public settings: SingleSignOnSettings,
  ) {}

  static async open(database: Database, env: Record<string, string> = {}): Promise<SignOnWorld> {
    const provider = await IdentityProvider.start([networkClient])
    const office = await Office.open(database, { ...networkEnv, ...env }, { jobs: true })
    const { body } = await office.call<SingleSignOnSettings>('administrator', 'GET', 'single-sign-on')
    return new SignOnWorld(office, provider, body)
  }

  async close(): Promise<void> {
    await this.office.close()
    await this.provider.stop()
  }

  /** Changes the settings; what is not named stays as it is. */
  async change(
    more: object,
    who: Asker = 'administrator',
  ): Promise<Answer<SingleSignOnSettings & ErrorAnswer>> {
    const {
      has_secret: _,
      preset: __,
      password_forced: ___,
      tried_at: ____,
      redirect_uri: _____,
      log_out_uri: ______,
      back_channel_uri: _______,
      ...written
    } = this.settings
    const answer = await this.office.call<SingleSignOnSettings & ErrorAnswer>(who, 'PUT', 'single-sign-on', {
      ...written,
      ...more,
      current_password: demoPassword,
    })
    if (answer.status === 200) this.settings = answer.body
    return answer
  }

  async begin(): Promise<Begun> {
    return (await this.office.call<Begun>(null, 'POST', 'auth/single-sign-on/log-ins')).body
  }

  comeBack(browser_secret: string, parameters: object): Promise<Answer<Returned>> {
    return this.office.call<Returned>(null, 'POST', 'auth/single-sign-on/returns', {
      browser_secret,
      parameters,
    })
  }

  async logIn(person: string): Promise<Answer<Returned>> {
    const { url, browser_secret } = await this.begin()
    return this.comeBack(browser_secret, await this.provider.visit(url, person))
  }

  /** Logs in without changing anything, as an administrator tries the settings. */
  async try(person: string): Promise<Answer<Returned>> {
    const { body } = await this.office.call<Begun>('administrator', 'POST', 'single-sign-on/tries')
    return this.comeBack(body.browser_secret, await this.provider.visit(body.url, person))
  }

  async tokenOf(person: string): Promise<{ token: string; refresh: string }> {
    const { body } = await this.logIn(person)
    if (!body.tokens) throw new Error(JSON.stringify(body))
    return { token: body.tokens.access_token, refresh: body.tokens.refresh_token }
  }

  me(token: string): Promise<Answer<Manager & ErrorAnswer>> {
    return this.office.call<Manager & ErrorAnswer>({ token }, 'GET', 'auth/manager')
  }

  /** Somebody at the provider, with an address that it has verified. */
  person(name: string, groups: string[], more: object = {}): Promise<unknown> {
    return this.provider.person(name, {
      email: `${name}@company.example`,
      email_verified: true,
      given_name: 'Petra',
      family_name: 'Lind',
      groups,
      ...more,
    })
  }
}
