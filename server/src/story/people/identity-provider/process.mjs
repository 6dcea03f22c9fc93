// A provider of OpenID Connect in a process of its own, which stories run: `node process.mjs PORT CLIENTS`, the clients as JSON.
// POST /story moves it: people, what they are in, who is shut out, keys, and logout tokens of every kind.
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
// biome-ignore lint/correctness/noUnresolvedImports: it names its file without an index beside it
import { Provider } from 'oidc-provider'

const [port, clients] = [Number(process.argv[2]), JSON.parse(process.argv[3])]
const issuer = `http://127.0.0.1:${port}`

const people = new Map()
let keys = []
let listening = null

/** A key that signs from now on; the one before stays for what it has signed. */
async function turnKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: `key-${keys.length}`, alg: 'RS256', use: 'sig' }
  keys = [jwk, ...keys].slice(0, 2)
}

/** State lives here, and goes on when the keys turn. */
const stored = new Map()
class Kept {
  constructor(name) {
    this.name = name
  }
  key(id) {
    return `${this.name}:${id}`
  }
  async upsert(id, payload) {
    stored.set(this.key(id), payload)
  }
  async find(id) {
    return stored.get(this.key(id))
  }
  async findByUid(uid) {
    for (const [key, one] of stored) if (key.startsWith('Session:') && one.uid === uid) return one
  }
  async findByUserCode() {}
  async destroy(id) {
    stored.delete(this.key(id))
  }
  async revokeByGrantId(grantId) {
    for (const [key, one] of stored) if (one.grantId === grantId) stored.delete(key)
  }
  async consume(id) {
    stored.get(this.key(id)).consumed = Math.floor(Date.now() / 1000)
  }
}

function open() {
  const provider = new Provider(issuer, {
    adapter: Kept,
    clients,
    jwks: { keys },
    cookies: { keys: ['a key of a story'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'groups', 'amr'],
    },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    findAccount: async (_ctx, id) => {
      const person = people.get(id)
      if (!person || person.shutOut) return undefined
      return { accountId: id, claims: async () => ({ sub: id, ...person.claims }) }
    },
    // people do not have to say that their own company may know them
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid profile email offline_access')
      await grant.save()
      return grant
    },
    ttl: {
      Session: 3600,
      Grant: 3600,
      Interaction: 3600,
      AccessToken: 3600,
      IdToken: 3600,
      RefreshToken: 86_400,
    },
  })
  return provider.callback()
}

async function logoutToken({ claims, alg = 'RS256', ago = 0 }) {
  const now = Math.floor(Date.now() / 1000) - ago
  const signed = {
    iss: issuer,
    aud: clients[0].client_id,
    iat: now,
    exp: now + 120,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...claims,
  }
  const { privateKey } = await generateKeyPair('RS256')
  const { importJWK } = await import('jose')
  const key = alg === 'foreign' ? privateKey : await importJWK(keys[0], 'RS256')
  return new SignJWT(signed)
    .setProtectedHeader({ alg: 'RS256', kid: keys[0].kid, typ: 'logout+jwt' })
    .sign(key)
}

async function move(step) {
  if (step.person) {
    const before = people.get(step.person)
    people.set(step.person, { shutOut: step.shutOut ?? false, claims: { ...before?.claims, ...step.claims } })
  }
  if (step.turnKey) {
    await turnKey()
    listening = open()
  }
  return step.logoutToken ? { token: await logoutToken(step.logoutToken) } : {}
}

await turnKey()
listening = open()
const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/story') return listening(request, response)
  let text = ''
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    move(JSON.parse(text)).then(
      (answer) => response.end(JSON.stringify(answer)),
      (error) => response.writeHead(500).end(String(error.stack)),
    )
  })
})
server.listen(port, '127.0.0.1', () => process.stdout.write('ready\n'))
