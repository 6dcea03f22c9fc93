import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage201 } from '../stage201.ts'

const message = { id: 2, priority: 'NormalCycle', message: { format: 'UTF8', content: 'Good morning' } }

export const blocksOP: Block<Stage201> = {
  title: 'O and P. Display messages and data transfer',
  cases: [
    {
      id: 'TC_O_01',
      subject: 'SetDisplayMessage',
      async play(s) {
        await s.ready()
        await s.send('SetDisplayMessage', { message }, { status: 'Accepted' })
      },
    },
    {
      id: 'TC_O_02',
      subject: 'GetDisplayMessages',
      async play(s) {
        await s.ready()
        await s.send('GetDisplayMessages', { requestId: 2, priority: 'NormalCycle' }, { status: 'Accepted' })
        const messages = { requestId: 2, tbc: false, messageInfo: [message] }
        expect(await s.call('NotifyDisplayMessages', messages)).toEqual({})
        await s.send('GetDisplayMessages', { requestId: 3, id: [9] }, { status: 'Unknown' })
      },
    },
    {
      id: 'TC_O_04',
      subject: 'ClearDisplayMessage',
      async play(s) {
        await s.ready()
        await s.send('ClearDisplayMessage', { id: 2 }, { status: 'Accepted' })
        await s.send('ClearDisplayMessage', { id: 9 }, { status: 'Unknown' })
      },
    },
    {
      id: 'TC_P_01',
      subject: 'Data transfer to the station',
      async play(s) {
        await s.ready()
        const command = { vendorId: 'org.example.vendor', messageId: 'hello', data: { greeting: 'hello' } }
        await s.send('DataTransfer', command, { status: 'Accepted', data: 'hello yourself' })
        await s.send('DataTransfer', { vendorId: 'org.example.nobody' }, { status: 'UnknownVendorId' })
        const answer = await s.call('DataTransfer', { vendorId: 'org.example.nobody' })
        expect(answer.status).toBe('UnknownVendorId')
      },
    },
  ],
}
