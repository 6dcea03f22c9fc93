import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Stage16 } from '../stage16.ts'

/** The station restarts after a command: it disconnects, connects again and boots. */
async function restarts(s: Stage16): Promise<void> {
  await s.loseConnection()
  await s.ready()
  await s.until('it is free again', async () => (await s.shown()).status === 'available')
}

const unlock = (s: Stage16, status: string) =>
  s.task({ task: 'unlock', evse: 1 }, 'UnlockConnector', { status })

export const commands: Block<Stage16> = {
  title: 'Commands of the core profile',
  cases: [
    {
      id: 'TC_013',
      subject: 'Hard reset',
      async play(s) {
        await s.ready()
        await s.send('Reset', { type: 'Hard' }, { status: 'Accepted' })
        await restarts(s)
      },
    },
    {
      id: 'TC_014',
      subject: 'Soft reset',
      async play(s) {
        await s.ready()
        const { request, result } = await s.commanded('Reset', { status: 'Accepted' }, s.reset)
        expect([request, result]).toEqual([{ type: 'Soft' }, 'Accepted'])
        await restarts(s)
      },
    },
    {
      id: 'TC_017_1',
      subject: 'Unlock, no session, not fixed cable',
      async play(s) {
        await s.ready()
        const { request, result } = await unlock(s, 'Unlocked')
        expect(request).toEqual({ connectorId: 1 })
        expect(result).toMatchObject({ accepted: true, status: 'Unlocked' })
      },
    },
    {
      id: 'TC_017_2',
      subject: 'Unlock, no session, fixed cable',
      async play(s) {
        await s.ready()
        const { result } = await unlock(s, 'NotSupported')
        expect(result).toMatchObject({ accepted: false, status: 'NotSupported' })
      },
    },
    {
      id: 'TC_030',
      subject: 'Unlock fails',
      async play(s) {
        await s.ready()
        const { result } = await unlock(s, 'UnlockFailed')
        expect(result).toMatchObject({ accepted: false, status: 'UnlockFailed' })
      },
    },
    {
      id: 'TC_018_1',
      subject: 'Unlock with a charging session',
      async play(s) {
        await s.ready()
        const { transactionId } = await s.charging()
        expect((await unlock(s, 'Unlocked')).result).toMatchObject({ accepted: true, status: 'Unlocked' })
        await s.stop(transactionId, { reason: 'UnlockCommand' })
        await s.status('Finishing')
        expect(await s.order()).toMatchObject({
          status: 'completed',
          stop_reason: 'UnlockCommand',
          charging_price: 2550,
        })
      },
    },
    {
      id: 'TC_019_1',
      subject: 'Retrieve all configuration keys',
      async play(s) {
        await s.ready()
        const configurationKey = [...s.keys].map(([key, value]) => ({ key, readonly: false, value }))
        const { request } = await s.commanded('GetConfiguration', { configurationKey }, () =>
          s.world.post(`stations/${s.id}/configuration/refresh`),
        )
        expect(request.key ?? []).toEqual([])
        const { technical } = await s.world.get<{
          technical: { configuration: { settings: { name: string; value: string }[] } }
        }>(`stations/${s.id}/controllers`)
        const read = technical.configuration.settings.map(({ name, value }) => [name, value])
        expect(read.sort()).toEqual([...s.keys].sort())
      },
    },
    {
      id: 'TC_019_2',
      subject: 'Retrieve one configuration key',
      async play(s) {
        await s.ready()
        const configurationKey = [{ key: 'SupportedFeatureProfiles', readonly: true, value: 'Core' }]
        await s.send('GetConfiguration', { key: ['SupportedFeatureProfiles'] }, { configurationKey })
      },
    },
    {
      id: 'TC_021',
      subject: 'Change a configuration key',
      async play(s) {
        await s.ready()
        const { request, result } = await s.task(
          { task: 'configure', name: 'MeterValueSampleInterval', value: '60' },
          'ChangeConfiguration',
          { status: 'Accepted' },
        )
        expect(request).toEqual({ key: 'MeterValueSampleInterval', value: '60' })
        expect(result).toMatchObject({ accepted: true, status: 'Accepted' })
      },
    },
    {
      id: 'TC_040_1',
      subject: 'Configuration key not supported',
      async play(s) {
        await s.ready()
        const { result } = await s.task(
          { task: 'configure', name: 'NoSuchKey', value: '1' },
          'ChangeConfiguration',
          { status: 'NotSupported' },
        )
        expect(result).toMatchObject({ accepted: false, status: 'NotSupported' })
      },
    },
    {
      id: 'TC_040_2',
      subject: 'Configuration key, invalid value',
      async play(s) {
        await s.ready()
        const { result } = await s.task(
          { task: 'configure', name: 'MeterValueSampleInterval', value: '-1' },
          'ChangeConfiguration',
          { status: 'Rejected' },
        )
        expect(result).toMatchObject({ accepted: false, status: 'Rejected' })
      },
    },
  ],
}
