import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage16 } from '../stage16.ts'

interface ListEntry {
  idTag: string
  idTagInfo?: { status: string }
}

/** The station's end of a list: it takes ten cards in one message, so the network's comes in parts. */
function takesList(s: Stage16, status: string) {
  const heard: { listVersion: number; updateType: string; entries: ListEntry[] }[] = []
  s.station.always('SendLocalList', ({ listVersion, updateType, localAuthorizationList }) => {
    const entries = (localAuthorizationList ?? []) as ListEntry[]
    expect(entries.length).toBeLessThanOrEqual(10)
    heard.push({ listVersion: listVersion as number, updateType: String(updateType), entries })
    if (status === 'Accepted') s.listVersion = listVersion as number
    return { status }
  })
  return heard
}

/** The network's list, or what has changed of it, sent as an operator does. */
async function sendsList(s: Stage16, full: boolean) {
  const heard = takesList(s, 'Accepted')
  const told = await s.run({ task: 'send_list', full })
  expect(told).toMatchObject({ accepted: true, list_version: heard.at(-1)!.listVersion })
  const versions = heard.map(({ listVersion }) => listVersion)
  expect(versions).toEqual(versions.map((_, index) => versions[0]! + index))
  return heard
}

async function versionIs(s: Stage16, listVersion: number): Promise<void> {
  const { asked, told } = await s.task({ task: 'list_version' }, 'GetLocalListVersion', { listVersion })
  expect(asked).toEqual({})
  expect(told).toMatchObject({ list_version: listVersion })
}

async function listFails(s: Stage16, status: string): Promise<void> {
  await s.ready()
  await s.card()
  const heard = takesList(s, status)
  expect(await s.refusal(s.run({ task: 'send_list', full: true }))).toBe('station.list_unfinished')
  expect(heard).toMatchObject([{ updateType: 'Full' }])
  expect((await s.tasks()).local_list).toBeNull()
}

const accepted = { idTagInfo: { status: 'Accepted' } }
const entryOf = (heard: { entries: ListEntry[] }[], card: string) =>
  heard.flatMap(({ entries }) => entries).find(({ idTag }) => idTag === card)

export const localList: Block<Stage16> = {
  title: 'Local authorization list',
  cases: [
    {
      id: 'TC_042_1',
      subject: 'Local list version, not supported',
      async play(s) {
        await s.ready()
        await versionIs(s, -1)
      },
    },
    {
      id: 'TC_042_2',
      subject: 'Local list version, empty',
      async play(s) {
        await s.ready()
        await versionIs(s, 0)
      },
    },
    {
      id: 'TC_043_1',
      subject: 'Send local list, not supported',
      play: (s) => listFails(s, 'NotSupported'),
    },
    {
      id: 'TC_043_3',
      subject: 'Send local list, failed',
      play: (s) => listFails(s, 'Failed'),
    },
    {
      id: 'TC_043_4',
      subject: 'Send local list, full',
      async play(s) {
        await s.ready()
        const card = await s.card()
        const heard = await sendsList(s, true)
        expect(heard[0]).toMatchObject({ updateType: 'Full', listVersion: 1 })
        expect(entryOf(heard, card)).toMatchObject(accepted)
        await versionIs(s, heard.at(-1)!.listVersion)
      },
    },
    {
      id: 'TC_043_5',
      subject: 'Send local list, differential',
      async play(s) {
        await s.ready()
        const before = await sendsList(s, true)
        const card = await s.card()
        const heard = await sendsList(s, false)
        expect(heard.every(({ updateType }) => updateType === 'Differential')).toBe(true)
        expect(heard[0]!.listVersion).toBeGreaterThan(before.at(-1)!.listVersion)
        expect(entryOf(heard, card)).toMatchObject(accepted)
      },
    },
  ],
}
