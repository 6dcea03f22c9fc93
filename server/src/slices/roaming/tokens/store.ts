import type { SilentPartnerRule } from '@stationmaster/contract'
import type { Allowed, Token } from '@stationmaster/ocpi'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/schema/schema.ts'

/** A token as its partner describes it, with the partner. */
export interface KeptToken extends Token {
  partnerId: number
}

type Row = { [K in keyof Token]-?: Exclude<Token[K], undefined> | null } & { partnerId: number }

const columns = sql`t.partner_id as "partnerId", t.country_code as "countryCode", t.party_id as "partyId", t.uid, t.type,
  t.contract_id as "contractId", t.visual_number as "visualNumber", t.issuer, t.group_id as "groupId", t.valid,
  t.whitelist, t.language, t.default_profile_type as "defaultProfileType", t.energy_contract as "energyContract",
  t.last_updated as "lastUpdated"`

/** What is not known is absent, as in the model. */
const keptOf = (row: Row): KeptToken =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as KeptToken

/** Which token of a partner; its type is RFID where a call says nothing. */
export interface TokenName {
  countryCode: string
  partyId: string
  /** made by tokenKey */
  token: string
  type: string
}

export async function findToken(
  db: Db,
  partnerId: number,
  { countryCode, partyId, token, type }: TokenName,
): Promise<KeptToken | undefined> {
  const { rows } = await sql<Row>`select ${columns} from roaming_tokens t
    where t.partner_id = ${partnerId} and t.country_code = ${countryCode} and t.party_id = ${partyId}
      and t.token = ${token} and t.type = ${type}`.execute(db)
  return rows.map(keptOf)[0]
}

/** The token that a card is, of the partner whose company has it. */
export async function findTokenOfCard(db: Db, token: string): Promise<KeptToken | undefined> {
  const { rows } = await sql<Row>`select ${columns} from roaming_tokens t
    join roaming_contracts c on c.partner_id = t.partner_id
    join id_token_view k on k.token = t.token and k.fleet_id = c.fleet_id
    where t.token = ${token} order by t.type = 'RFID' desc, t.last_updated desc limit 1`.execute(db)
  return rows.map(keptOf)[0]
}

/** Keeps tokens of a partner, each once, with the numbers of their cards; those that are kept as they are stay untouched. */
export async function upsertTokens(
  tx: Tx,
  partnerId: number,
  tokens: readonly { key: string; token: Token }[],
): Promise<void> {
  const list = tokens.map(({ key, token }) => ({
    country_code: token.countryCode.toUpperCase(),
    party_id: token.partyId.toUpperCase(),
    uid: token.uid,
    type: token.type,
    contract_id: token.contractId,
    visual_number: token.visualNumber,
    issuer: token.issuer,
    group_id: token.groupId,
    valid: token.valid,
    whitelist: token.whitelist,
    language: token.language,
    default_profile_type: token.defaultProfileType,
    energy_contract: token.energyContract,
    last_updated: token.lastUpdated,
    token: key,
  }))
  await sql`insert into roaming_tokens as t (partner_id, country_code, party_id, uid, type, contract_id, visual_number, issuer,
      group_id, valid, whitelist, language, default_profile_type, energy_contract, last_updated, token)
    select ${partnerId}, r.* from json_to_recordset(${JSON.stringify(list)}::json) as r(country_code text, party_id text,
      uid text, type text, contract_id text, visual_number text, issuer text, group_id text, valid boolean, whitelist text,
      language text, default_profile_type text, energy_contract jsonb, last_updated timestamptz, token text)
    order by r.token
    on conflict (partner_id, country_code, party_id, token, type) do update set uid = excluded.uid,
      contract_id = excluded.contract_id, visual_number = excluded.visual_number, issuer = excluded.issuer,
      group_id = excluded.group_id, valid = excluded.valid, whitelist = excluded.whitelist, language = excluded.language,
      default_profile_type = excluded.default_profile_type, energy_contract = excluded.energy_contract,
      last_updated = excluded.last_updated
    where (t.uid, t.contract_id, t.visual_number, t.issuer, t.group_id, t.valid, t.whitelist, t.language,
        t.default_profile_type, t.energy_contract, t.last_updated)
      is distinct from (excluded.uid, excluded.contract_id, excluded.visual_number, excluded.issuer, excluded.group_id,
        excluded.valid, excluded.whitelist, excluded.language, excluded.default_profile_type, excluded.energy_contract,
        excluded.last_updated)`.execute(tx)
}

/** Notes what a partner has answered about one of its tokens. */
export async function updateAnswer(
  tx: Tx,
  partnerId: number,
  key: string,
  answer: { allowed: Allowed; reference: string | null; at: Date },
): Promise<void> {
  await sql`update roaming_tokens set allowed = ${answer.allowed}, authorization_reference = ${answer.reference},
      answered_at = ${answer.at}
    where partner_id = ${partnerId} and token = ${key}`.execute(tx)
}

/** What is known of a card that is shown: whose it is, and whether its partner is to answer. */
export interface ShownCard {
  /** somebody has a card of this number */
  isKnown: boolean
  /** null: its company does not answer for it */
  allowedUntil: Date | null
  /** no partner knew it a moment ago */
  isStranger: boolean
}

export async function findShownCard(db: Db, token: string, now: Date): Promise<ShownCard> {
  const { rows } = await sql<ShownCard>`
    select k.token is not null as "isKnown", k.allowed_until as "allowedUntil",
      exists (select from roaming_strangers s where s.token = n.token and s.until > ${now}) as "isStranger"
    from (select ${token}::text as token) n left join id_token_view k on k.token = n.token`.execute(db)
  // the statement selects one row
  return rows[0]!
}

/** Notes that no partner knows a card, so that they are left alone with it until an instant. */
export async function insertStranger(db: Db, token: string, { now, until }: { now: Date; until: Date }) {
  await sql`with old as (delete from roaming_strangers where until <= ${now} and token <> ${token})
    insert into roaming_strangers (token, until) values (${token}, ${until})
    on conflict (token) do update set until = excluded.until`.execute(db)
}

/** The company that a partner is in our books; undefined: it is none yet. */
export async function findCompany(db: Db, partnerId: number): Promise<number | undefined> {
  const { rows } = await sql<{ fleetId: number }>`select fleet_id as "fleetId" from roaming_contracts
    where partner_id = ${partnerId}`.execute(db)
  return rows[0]?.fleetId
}

export async function insertContract(tx: Tx, partnerId: number, fleetId: number): Promise<void> {
  await sql`insert into roaming_contracts (partner_id, fleet_id) values (${partnerId}, ${fleetId})`.execute(
    tx,
  )
}

/** When a partner's tokens were last read from it; null: never. */
export async function findTokensReadAt(db: Db, partnerId: number): Promise<Date | null> {
  const { rows } = await sql<{ readAt: Date | null }>`select tokens_read_at as "readAt" from roaming_contracts
    where partner_id = ${partnerId}`.execute(db)
  return rows[0]?.readAt ?? null
}

export async function updateTokensReadAt(db: Db, partnerId: number, at: Date): Promise<void> {
  await sql`update roaming_contracts set tokens_read_at = ${at} where partner_id = ${partnerId}`.execute(db)
}

/** How many tokens a partner has, and how many of them are somebody else's cards here. */
export async function countTokens(db: Db, partnerId: number): Promise<{ all: number; taken: number }> {
  const { rows } = await sql<{ all: number; taken: number }>`
    select count(*) as "all", count(*) filter (where k.fleet_id is distinct from c.fleet_id) as taken
    from roaming_tokens t join roaming_contracts c on c.partner_id = t.partner_id
    left join id_token_view k on k.token = t.token where t.partner_id = ${partnerId}`.execute(db)
  // an aggregate has one row
  return rows[0]!
}

/** Where a station stands, and what holds there for cards whose partner is silent. */
export async function findPlaceOf(
  db: Db,
  stationId: string,
): Promise<{ locationId: number; silentPartner: SilentPartnerRule } | undefined> {
  const { rows } = await sql<{ locationId: number; silentPartner: SilentPartnerRule }>`
    select l.id as "locationId", l.silent_partner as "silentPartner"
    from station_view s join location_view l on l.id = s.location_id where s.id = ${stationId}`.execute(db)
  return rows[0]
}

/** What a partner has answered last about a token of a card. */
export interface LastAnswer {
  allowed: Allowed | null
  at: Date
}

/** The last answer about a card in real time; undefined: there has been none. */
export async function findLastAnswer(
  db: Db,
  partnerId: number,
  token: string,
): Promise<LastAnswer | undefined> {
  const { rows } = await sql<LastAnswer>`select allowed, answered_at as at from roaming_tokens
    where partner_id = ${partnerId} and token = ${token} and answered_at is not null
    order by answered_at desc limit 1`.execute(db)
  return rows[0]
}

/** The ledger has been compared with partners' bills up to an entry. */
export async function updateLedgerSeen(db: Db, entryId: number): Promise<void> {
  await sql`update roaming_contracts set ledger_seen = ${entryId} where ledger_seen < ${entryId}`.execute(db)
}

/** The companies of partners that have ever agreed on prices, by partner. */
export async function loadContractCompanies(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ partnerId: number; fleetId: number }>`
    select c.partner_id as "partnerId", c.fleet_id as "fleetId" from roaming_contracts c
    where exists (select from fleet_contract_view f where f.fleet_id = c.fleet_id)`.execute(db)
  return new Map(rows.map(({ partnerId, fleetId }) => [partnerId, fleetId]))
}
