import { expect } from 'vitest'
import type { Block } from '../case.ts'
import type { Payload } from '../played-station.ts'
import type { Stage16 } from '../stage16.ts'

/** The messages that a station sends when one is triggered. */
const sends = (s: Stage16): Record<string, () => Promise<Payload>> => ({
  BootNotification: () => s.call('BootNotification', { chargePointVendor: 'Case', chargePointModel: 'Two' }),
  Heartbeat: () => s.call('Heartbeat', {}),
  StatusNotification: () => s.status('Available'),
  MeterValues: () =>
    s.call('MeterValues', {
      connectorId: 1,
      meterValue: [{ timestamp: s.ago(), sampledValue: [{ value: '10000', context: 'Trigger' }] }],
    }),
  DiagnosticsStatusNotification: () => s.call('DiagnosticsStatusNotification', { status: 'Idle' }),
  FirmwareStatusNotification: () => s.call('FirmwareStatusNotification', { status: 'Idle' }),
})
type Message = 'BootNotification' | 'Heartbeat' | 'StatusNotification' | 'MeterValues'

export const remoteTrigger: Block<Stage16> = {
  title: 'Remote trigger',
  cases: [
    {
      id: 'TC_054',
      subject: 'Trigger message',
      async play(s) {
        await s.ready()
        for (const [name, send] of Object.entries(sends(s))) {
          const message = name as Message
          const atConnector = name === 'StatusNotification' || name === 'MeterValues'
          const { request, result } = await s.task(
            { task: 'trigger', message, ...(atConnector ? { evse: 1 } : {}) },
            'TriggerMessage',
            { status: 'Accepted' },
          )
          expect(request).toEqual({ requestedMessage: name, ...(atConnector ? { connectorId: 1 } : {}) })
          expect(result).toMatchObject({ accepted: true })
          await send()
        }
        await s.untilShown(1, { context: 'Trigger', value: 10_000 })
      },
    },
    {
      id: 'TC_055',
      subject: 'Trigger message, rejected',
      async play(s) {
        await s.ready()
        const { result } = await s.task(
          { task: 'trigger', message: 'MeterValues', evse: 1 },
          'TriggerMessage',
          {
            status: 'Rejected',
          },
        )
        expect(result).toMatchObject({ accepted: false, status: 'Rejected' })
      },
    },
  ],
}
