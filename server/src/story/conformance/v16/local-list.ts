import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage16 } from '../stage16.ts'

interface ListEntry {
  idTag: string
  idTagInfo?: { status: string }
}

/** The network's list, sent as an operator does; a list of many cards comes in several messages. */
async function sendsList(s: Stage16, full: boolean, status: string) {
  const heard: { listVersion: number; updateType: string; entries: ListEntry[] }[] = []
  s.station.always('SendLocalList', ({ listVersion, updateType, localAuthorizationList }) => {
    heard.push({
      listVersion: listVersion as number,
      updateType: String(updateType),
      entries: (localAuthorizationList ?? []) as ListEntry[],
    })
    return { status }
  })
  const told = await s.run({ task: 'send_list', full })
  expect(heard.length).toBeGreaterThan(0)
  return { heard, told }
}

async function versionIs(s: Stage16, listVersion: number): Promise<void> {
  const { asked, told } = await s.task({ task: 'list_version' }, 'GetLocalListVersion', { listVersion })
  expect(asked).toEqual({})
  expect(told).toMatchObject({ list_version: listVersion })
}

async function listFails(s: Stage16, status: string): Promise<void> {
  await s.ready()
  await s.card()
  const { heard, told } = await sendsList(s, true, status)
  expect(heard[0]).toMatchObject({ updateType: 'Full' })
  expect(told).toMatchObject({ accepted: false, status })
  expect((await s.tasks()).local_list).toBeNull()
}

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
        const { heard, told } = await sendsList(s, true, 'Accepted')
        expect(heard[0]).toMatchObject({ updateType: 'Full', listVersion: 1 })
        const entries = heard.flatMap((one) => one.entries)
        expect(entries.find(({ idTag }) => idTag === card)).toMatchObject({
          idTagInfo: { status: 'Accepted' },
        })
        expect(told).toMatchObject({ accepted: true, list_version: heard.at(-1)!.listVersion })
        await versionIs(s, heard.at(-1)!.listVersion)
      },
    },
    {
      id: 'TC_043_5',
      subject: 'Send local list, differential',
      async play(s) {
        await s.ready()
        const before = await sendsList(s, true, 'Accepted')
        const card = await s.card()
        const { heard, told } = await sendsList(s, false, 'Accepted')
        expect(heard.every(({ updateType }) => updateType === 'Differential')).toBe(true)
        expect(heard[0]!.listVersion).toBeGreaterThan(before.heard.at(-1)!.listVersion)
        const entries = heard.flatMap((one) => one.entries)
        expect(entries.find(({ idTag }) => idTag === card)).toMatchObject({
          idTagInfo: { status: 'Accepted' },
        })
        expect(told).toMatchObject({ accepted: true, list_version: heard.at(-1)!.listVersion })
      },
    },
  ],
}
