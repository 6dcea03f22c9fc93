import { type Contract, pemOf } from '@stationmaster/simulator/pki'
import { expect } from 'vitest'
import { questionOf, responderOf } from '../../../slices/control/plug-and-charge/checking/ocsp.ts'
import type { Block } from '../case.ts'
import { idToken, type Stage201 } from '../stage201.ts'
import { trialPki } from '../trial-pki.ts'

async function clearsCache(s: Stage201, status: 'Accepted' | 'Rejected'): Promise<void> {
  await s.ready()
  const { request, result } = await s.task({ task: 'clear_cache' }, 'ClearCache', { status })
  expect(request).toEqual({})
  expect(result).toMatchObject({ accepted: status === 'Accepted', status })
}

let contracts = 0
const contractId = () => `DE8AACCASE${String(++contracts).padStart(4, '0')}`

/** A car that pays by its contract is shown to the central system. */
const authorizeContract = (s: Stage201, { id }: Contract, proof: object) =>
  s.call('Authorize', { idToken: { idToken: id, type: 'eMAID' }, ...proof })

function hashesOf({ chain }: Contract) {
  const iso15118CertificateHashData = chain.map((one, index) => {
    const issuer = chain[index + 1] ?? trialPki().moRoot.certificate
    const { responderUrl, ...hashes } = questionOf(one, issuer, responderOf(one) ?? '')
    return { ...hashes, responderURL: responderUrl }
  })
  return { iso15118CertificateHashData }
}

export const blockC: Block<Stage201> = {
  title: 'C. Authorization',
  cases: [
    {
      id: 'TC_C_06',
      subject: 'Authorize, blocked',
      async play(s) {
        await s.ready()
        const card = await s.card()
        await s.block(card)
        await s.status('Occupied')
        expect((await s.authorize(card)).status).toBe('Blocked')
        expect(await s.orders()).toEqual([])
      },
    },
    {
      id: 'TC_C_07',
      subject: 'Authorize, expired',
      async play(s) {
        await s.ready()
        const card = await s.card({ expires_at: s.ago(60) })
        await s.status('Occupied')
        expect((await s.authorize(card)).status).toBe('Expired')
        expect(await s.orders()).toEqual([])
      },
    },
    {
      id: 'TC_C_08',
      subject: 'Authorization through the authorization cache, accepted',
      async play(s) {
        await s.ready()
        const card = await s.card()
        await s.status('Occupied')
        const transaction = s.transaction()
        const answer = await transaction.started('Authorized', { idToken: idToken(card) }, 'EVConnected')
        expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
        await transaction.updated('ChargingStateChanged', {}, 'Charging')
        await transaction.ended('StopAuthorized', 'Local', { idToken: idToken(card) })
        expect(await s.order()).toMatchObject({ status: 'completed', rfid: card, charging_price: 2550 })
      },
    },
    {
      id: 'TC_C_37',
      subject: 'Clear the authorization cache, accepted',
      play: (s) => clearsCache(s, 'Accepted'),
    },
    {
      id: 'TC_C_38',
      subject: 'Clear the authorization cache, rejected',
      play: (s) => clearsCache(s, 'Rejected'),
    },
    {
      id: 'TC_C_39',
      subject: 'Authorization by group id',
      async play(s) {
        await s.ready()
        const { cards, group } = await s.groupOfCards(2)
        const [first, second] = cards as [string, string]
        const info = { status: 'Accepted', groupIdToken: { idToken: group } }
        expect(await s.authorize(first)).toMatchObject(info)
        await s.status('Occupied')
        const transaction = s.transaction()
        const started = await transaction.started('Authorized', { idToken: idToken(first) }, 'Charging')
        expect(started).toMatchObject({ idTokenInfo: info })
        expect(await s.authorize(second)).toMatchObject(info)
        const ended = await transaction.ended('StopAuthorized', 'Local', { idToken: idToken(second) })
        expect(ended).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
        expect(await s.order()).toMatchObject({ status: 'completed', rfid: first, charging_price: 2550 })
      },
    },
    {
      id: 'TC_C_50',
      subject: 'Contract certificate that the station has checked, accepted',
      async play(s) {
        await s.ready()
        const contract = trialPki().contract(await s.card({}, contractId()))
        expect(await authorizeContract(s, contract, hashesOf(contract))).toMatchObject({
          idTokenInfo: { status: 'Accepted' },
          certificateStatus: 'Accepted',
        })
      },
    },
    {
      id: 'TC_C_51',
      subject: 'Contract certificate that the station has checked, revoked',
      async play(s) {
        await s.ready()
        const contract = trialPki().contract(await s.card({}, contractId()))
        trialPki().revoke(contract)
        expect(await authorizeContract(s, contract, hashesOf(contract))).toMatchObject({
          idTokenInfo: { status: 'Invalid' },
          certificateStatus: 'CertificateRevoked',
        })
      },
    },
    {
      id: 'TC_C_52',
      subject: 'Contract certificate that the central system checks',
      async play(s) {
        await s.ready()
        const contract = trialPki().contract(await s.card({}, contractId()))
        expect(await authorizeContract(s, contract, { certificate: pemOf(contract.chain) })).toMatchObject({
          idTokenInfo: { status: 'Accepted' },
          certificateStatus: 'Accepted',
        })
      },
    },
  ],
}
