import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage16 } from '../stage16.ts'

export const dataTransfer: Block<Stage16> = {
  title: 'Data transfer',
  cases: [
    {
      id: 'TC_064',
      subject: 'Data transfer to the central system',
      async play(s) {
        await s.ready()
        const answer = await s.call('DataTransfer', {
          vendorId: 'org.example.nobody',
          messageId: 'm',
          data: 'd',
        })
        expect(answer.status).toBe('UnknownVendorId')
      },
    },
  ],
}
