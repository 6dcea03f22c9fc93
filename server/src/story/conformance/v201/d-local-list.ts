import { expect } from 'vitest'
import type { Block } from '../case.ts'
import { idToken, type Stage201 } from '../stage201.ts'

interface ListPart {
  versionNumber: number
  updateType: string
  localAuthorizationList?: { idToken: { idToken: string }; idTokenInfo?: { status: string } }[]
}

/** An operator sends the network's list (`full`), or only its changes; the station accepts ten cards in one message. */
async function sendsList(s: Stage201, full: boolean) {
  const parts: ListPart[] = []
  s.station.always('SendLocalList', (payload) => {
    const part = payload as unknown as ListPart
    expect(part.localAuthorizationList?.length ?? 0).toBeLessThanOrEqual(10)
    parts.push(part)
    s.listVersion = part.versionNumber
    return { status: 'Accepted' }
  })
  const result = await s.run({ task: 'send_list', full })
  expect(result).toMatchObject({ accepted: true, list_version: parts.at(-1)!.versionNumber })
  const entryOf = (card: string) =>
    parts
      .flatMap(({ localAuthorizationList = [] }) => localAuthorizationList)
      .find((entry) => entry.idToken.idToken === card)
  return { parts, entryOf }
}

async function versionIs(s: Stage201, versionNumber: number): Promise<void> {
  await s.ready()
  const { request, result } = await s.task({ task: 'list_version' }, 'GetLocalListVersion', { versionNumber })
  expect(request).toEqual({})
  expect(result).toMatchObject({ list_version: versionNumber })
}

export const blockD: Block<Stage201> = {
  title: 'D. Local authorization list',
  cases: [
    {
      id: 'TC_D_01',
      subject: 'Send local list, full',
      async play(s) {
        await s.ready()
        const card = await s.card()
        const { parts, entryOf } = await sendsList(s, true)
        expect(parts[0]).toMatchObject({ updateType: 'Full', versionNumber: 1 })
        expect(entryOf(card)).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
      },
    },
    {
      id: 'TC_D_02',
      subject: 'Send local list, differential update',
      async play(s) {
        await s.ready()
        const [old, blocked] = [await s.card(), await s.card()]
        const before = await sendsList(s, true)
        const fresh = await s.card()
        await s.block(blocked)
        const { parts, entryOf } = await sendsList(s, false)
        expect(parts.every(({ updateType }) => updateType === 'Differential')).toBe(true)
        expect(parts[0]!.versionNumber).toBeGreaterThan(before.parts.at(-1)!.versionNumber)
        expect(entryOf(fresh)).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
        expect(entryOf(blocked)).toMatchObject({ idTokenInfo: { status: 'Blocked' } })
        expect(entryOf(old)).toBeUndefined()
      },
    },
    {
      id: 'TC_D_03',
      subject: 'Send local list, differential remove',
      async play(s) {
        await s.ready()
        const localAuthorizationList = [{ idToken: idToken(await s.card()) }]
        const list = { versionNumber: 5, updateType: 'Differential', localAuthorizationList }
        await s.send('SendLocalList', list, { status: 'Accepted' })
      },
    },
    {
      id: 'TC_D_04',
      subject: 'Send local list, full with an empty list',
      async play(s) {
        await s.ready()
        await s.send('SendLocalList', { versionNumber: 6, updateType: 'Full' }, { status: 'Accepted' })
      },
    },
    { id: 'TC_D_08', subject: 'Get local list version, 4', play: (s) => versionIs(s, 4) },
    { id: 'TC_D_09', subject: 'Get local list version, no list', play: (s) => versionIs(s, 0) },
  ],
}
