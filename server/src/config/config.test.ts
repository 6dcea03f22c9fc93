import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'stationmaster-'))
const read = (env: Record<string, string>, ...argv: string[]) =>
  readConfig({ DATA_DIR: folder(), ...env }, argv)

test('defaults are those of the operators’ document', () => {
  expect(read({})).toMatchObject({
    mode: 'serve',
    port: 8080,
    host: '0.0.0.0',
    databaseUrl: null,
    databasePool: 10,
    replica: null,
    timeZone: 'Europe/Moscow',
    currency: 'RUB',
    ocpp: { heartbeatSeconds: 300, pingSeconds: 30, callTimeoutSeconds: 30, maxFrameBytes: 262_144 },
  })
  expect(read({}, '--demo')).toMatchObject({ mode: 'demo', host: '127.0.0.1' })
  expect(read({ HOST: '0.0.0.0', PORT: '' }, '--empty', '--port', '0')).toMatchObject({
    mode: 'empty',
    host: '0.0.0.0',
    port: 0,
  })
})

test.each([
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres://.'],
  [{ DATABASE_REPLICA_URL: 'mysql://x' }, 'DATABASE_REPLICA_URL must begin with postgres://.'],
  [
    { DATABASE_REPLICA_URL: 'postgres://b/csms' },
    'DATABASE_REPLICA_URL names a replica of DATABASE_URL: set that as well.',
  ],
  [
    { DATABASE_REPLICA_LAG_SECONDS: '0' },
    'DATABASE_REPLICA_LAG_SECONDS must be a whole number from 1 to 600.',
  ],
  [{ TIME_ZONE: 'Mars/Base' }, 'TIME_ZONE must be a time zone such as Europe/Moscow.'],
  [{ CURRENCY: 'rub' }, 'CURRENCY must be a currency code such as RUB.'],
  [{ SSO_ISSUER: 'id.example' }, 'SSO_ISSUER must be an http or https URL.'],
  [{ SSO_ISSUER: 'https://id.example' }, 'SSO_CLIENT_ID is needed beside SSO_ISSUER.'],
  [{ PASSWORD_LOG_IN: 'perhaps' }, "PASSWORD_LOG_IN must be 'true' or 'false'."],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters.'],
  [{ SMTP_URL: 'http://mail' }, 'SMTP_URL must be an smtp or smtps URL.'],
  [{ LINK_BLOG: 'javascript:alert(1)' }, 'LINK_BLOG must be an http or https URL.'],
  [{ SUPPORT_PHONE: '<b>' }, 'SUPPORT_PHONE must be a phone number.'],
  [
    { CONTRACT_PROVIDER_URL: 'https://provider.example', CONTRACT_PROVIDER_CLIENT_ID: 'us' },
    'CONTRACT_PROVIDER_TOKEN_URL must be set as well.',
  ],
  [{ OCPP_TLS_CERT: '/cert.pem' }, 'OCPP_TLS_KEY must be set as well.'],
  [
    { OCPP_TLS_CERT: '/rsa.pem, /ec.pem', OCPP_TLS_KEY: '/rsa.key' },
    'OCPP_TLS_CERT and OCPP_TLS_KEY must name as many files.',
  ],
  [
    { NETWORK_EMBED_ORIGINS: "https://shop.example 'self'" },
    'NETWORK_EMBED_ORIGINS must be origins such as https://example.com, comma separated.',
  ],
  [
    { PUSH_SERVICES: 'https://push.example/path' },
    "PUSH_SERVICES must be 'off', or origins such as https://push.example.com or https://*.example.com, comma separated.",
  ],
  [{ PUBLIC_NETWORK: 'no' }, "PUBLIC_NETWORK must be 'on' or 'off'."],
  [{ OCPP_TLS_CLIENT_CA: '/ca.pem' }, 'OCPP_TLS_CERT must be set as well.'],
  [
    { OCPP_TLS_CERT: '/cert.pem', OCPP_TLS_KEY: '/key.pem', OCPP_TLS_CLIENT_CA_KEY: '/ca-key.pem' },
    'OCPP_TLS_CLIENT_CA must be set as well.',
  ],
  [
    { FISCAL_TILL: 'yookassa', PAYMENT_PROVIDER: 'sandbox' },
    "FISCAL_TILL can be 'yookassa' where PAYMENT_PROVIDER is 'yookassa' alone.",
  ],
  ...['true', '11', '0.0.0.0/0', '10.0.0.0/8/8', 'proxy.example', '10.0.0.1, , 10.0.0.2', 'fe80::1%eth0'].map(
    (TRUST_PROXY): [Record<string, string>, string] => [
      { TRUST_PROXY },
      'TRUST_PROXY must be the number of proxies before the server (1), or their addresses and networks (127.0.0.1, 10.0.0.0/8, loopback).',
    ],
  ),
  [{ OCPP_HEARTBEAT_SECONDS: 'often' }, 'OCPP_HEARTBEAT_SECONDS must be a whole number from 5 to 86400.'],
])('%o ends with one line', (env, line) => {
  expect(() => read(env as Record<string, string>)).toThrow(new ConfigError(line))
})

test('a payment provider is none before it is named, and has its keys', () => {
  expect(read({}).payment.provider).toBeNull()
  expect(read({}, '--empty').payment.provider).toBe('sandbox')
  const shop = { PAYMENT_PROVIDER: 'yookassa', YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: 'live_x' }
  expect(read(shop).payment).toMatchObject({
    provider: 'yookassa',
    yookassa: { shopId: '100500' },
    stripe: null,
    till: null,
  })
  expect(read({ ...shop, FISCAL_TILL: 'yookassa' }).payment.till).toBe('yookassa')
  const stripe = { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec' }
  expect(read(stripe).payment.stripe).toEqual({ secretKey: 'sk', webhookSecret: 'whsec' })
  const lacking = (env: object, name: string) => () => read({ ...env, [name]: '' })
  expect(lacking(shop, 'YOOKASSA_SECRET_KEY')).toThrow('YOOKASSA_SECRET_KEY must be set as well.')
  expect(lacking(stripe, 'STRIPE_WEBHOOK_SECRET')).toThrow('STRIPE_WEBHOOK_SECRET must be set as well.')
})

test('BlueSnap has business accounts only in the shape that is known', () => {
  const keys = {
    PAYMENT_PROVIDER: 'bluesnap',
    BLUESNAP_MERCHANT_ID: '456',
    BLUESNAP_PUBLIC_KEY: '10001$key',
    BLUESNAP_USERNAME: 'api',
    BLUESNAP_PASSWORD: 'secret',
  }
  expect(() => read(keys)).toThrow(
    "BLUESNAP_PAYOUTS must be 'payoutInfo', which accounts with regional payout refuse, or PLANS 'off'.",
  )
  expect(() => read({ ...keys, BLUESNAP_PAYOUTS: 'payoutConfiguration' })).toThrow(
    "BLUESNAP_PAYOUTS must be 'payoutInfo'.",
  )
  expect(() => read({ ...keys, BLUESNAP_PAYOUTS: 'payoutInfo' })).toThrow(
    'BLUESNAP_VENDOR_AGREEMENT_URL must be set as well.',
  )
  expect(read({ ...keys, PLANS: 'off' }).payment.bluesnap?.agreementUrl).toBeNull()
  const agreementUrl = 'https://bluesnap.example/vendor-agreement'
  const all = { ...keys, BLUESNAP_PAYOUTS: 'payoutInfo', BLUESNAP_VENDOR_AGREEMENT_URL: agreementUrl }
  expect(read(all).payment.bluesnap).toMatchObject({ agreementUrl, merchantId: '456', username: 'api' })
})

test('an unknown flag is reported', () => {
  expect(() => read({}, '--dmeo')).toThrow(
    'Unknown option --dmeo; there are --demo, --empty, --port N, --new-secret-key, --no-migrate and --check.',
  )
  expect(() => read({}, '--port')).toThrow('--port needs a number.')
})

test('the secret is made once and kept for its owner only', () => {
  const dataDir = folder()
  const env = { DATA_DIR: dataDir }
  const { secretKey } = readConfig(env, [])
  expect(secretKey.length).toBeGreaterThanOrEqual(32)
  expect(readConfig(env, []).secretKey).toBe(secretKey)
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toBe(secretKey)
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
  const given = 'k'.repeat(32)
  expect(readConfig({ ...env, SECRET_KEY: given }, []).secretKey).toBe(given)
})

test('a provider of log-ins and the way back in are set by the environment', () => {
  expect(read({}).sso).toEqual({ preset: null, passwordForced: false })
  const provider = { SSO_ISSUER: 'https://id.example', SSO_CLIENT_ID: 'net' }
  const nothing = { clientSecret: null, label: null, groupsClaim: null, administratorGroup: null }
  expect(read({ ...provider, PASSWORD_LOG_IN: 'true' }).sso).toEqual({
    preset: { issuer: 'https://id.example', clientId: 'net', ...nothing },
    passwordForced: true,
  })
  const all = {
    SSO_CLIENT_SECRET: 'a secret',
    SSO_LABEL: 'Company',
    SSO_GROUPS_CLAIM: 'roles',
    SSO_ADMINISTRATOR_GROUP: 'bosses',
  }
  expect(read({ ...provider, ...all }).sso.preset).toMatchObject({
    clientSecret: 'a secret',
    label: 'Company',
    groupsClaim: 'roles',
    administratorGroup: 'bosses',
  })
})
