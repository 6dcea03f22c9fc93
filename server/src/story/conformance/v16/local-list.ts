import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage16 } from '../stage16.ts'

interface ListEntry {
  idTag: string
  idTagInfo?: { status: string }
}

/** The station's side of a list: it accepts ten cards in one message, so the network's list comes in parts. */
function takesList(s: Stage16, status: string) {
  const parts: { listVersion: number; updateType: string; entries: ListEntry[] }[] = []
  s.station.always('SendLocalList', ({ listVersion, updateType, localAuthorizationList }) => {
    const entries = (localAuthorizationList ?? []) as ListEntry[]
    expect(entries.length).toBeLessThanOrEqual(10)
    parts.push({ listVersion: listVersion as number, updateType: String(updateType), entries })
    if (status === 'Accepted') s.listVersion = listVersion as number
    return { status }
  })
  return parts
}

/** An operator sends the network's list (`full`), or only its changes. */
async function sendsList(s: Stage16, full: boolean) {
  const parts = takesList(s, 'Accepted')
  const result = await s.run({ task: 'send_list', full })
  expect(result).toMatchObject({ accepted: true, list_version: parts.at(-1)!.listVersion })
  const versions = parts.map(({ listVersion }) => listVersion)
  expect(versions).toEqual(versions.map((_, index) => versions[0]! + index))
  return parts
}

async function versionIs(s: Stage16, listVersion: number): Promise<void> {
  const { request, result } = await s.task({ task: 'list_version' }, 'GetLocalListVersion', { listVersion })
  expect(request).toEqual({})
  expect(result).toMatchObject({ list_version: listVersion })
}

async function listFails(s: Stage16, status: string): Promise<void> {
  await s.ready()
  await s.card()
  const parts = takesList(s, status)
  expect(await s.refusal(s.run({ task: 'send_list', full: true }))).toBe('station.list_unfinished')
  expect(parts).toMatchObject([{ updateType: 'Full' }])
  expect((await s.tasks()).local_list).toBeNull()
}

const accepted = { idTagInfo: { status: 'Accepted' } }
const entryOf = (parts: { entries: ListEntry[] }[], card: string) =>
  parts.flatMap(({ entries }) => entries).find(({ idTag }) => idTag === card)

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
        const parts = await sendsList(s, true)
        expect(parts[0]).toMatchObject({ updateType: 'Full', listVersion: 1 })
        expect(entryOf(parts, card)).toMatchObject(accepted)
        await versionIs(s, parts.at(-1)!.listVersion)
      },
    },
    {
      id: 'TC_043_5',
      subject: 'Send local list, differential',
      async play(s) {
        await s.ready()
        const before = await sendsList(s, true)
        const card = await s.card()
        const parts = await sendsList(s, false)
        expect(parts.every(({ updateType }) => updateType === 'Differential')).toBe(true)
        expect(parts[0]!.listVersion).toBeGreaterThan(before.at(-1)!.listVersion)
        expect(entryOf(parts, card)).toMatchObject(accepted)
      },
    },
  ],
}
