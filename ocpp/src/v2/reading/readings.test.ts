import { expect, test } from 'vitest'
import type { SingleCommand } from '../../station-command.ts'
import { versions } from '../../versions.ts'

const { writeCommand, fromCentral, readAnswer, readSettings } = versions['ocpp2.0.1']

test('a report, of the whole station or of what is chosen', () => {
  const sent = (command: SingleCommand) => writeCommand(command) as { action: string; payload: object }
  expect(sent({ type: 'settings', requestId: 5 }).payload).toEqual({
    requestId: 5,
    reportBase: 'FullInventory',
  })
  const extent = 'configuration'
  const base = { requestId: 5, reportBase: 'ConfigurationInventory' }
  expect(sent({ type: 'settings', requestId: 5, extent }).payload).toEqual(base)
  expect(fromCentral.GetBaseReport?.read(base)).toEqual({ type: 'settings', requestId: 5, extent })
  expect(sent({ type: 'report', requestId: 5, criteria: [] })).toEqual({
    action: 'GetReport',
    payload: { requestId: 5 },
  })
  const chosen = { criteria: ['problem'], component: 'Connector.left@2#1', name: 'Power.L1' } as const
  expect(sent({ type: 'report', requestId: 5, ...chosen }).payload).toEqual({
    requestId: 5,
    componentCriteria: ['Problem'],
    componentVariable: [
      {
        component: { name: 'Connector', instance: 'left', evse: { id: 2, connectorId: 1 } },
        variable: { name: 'Power', instance: 'L1' },
      },
    ],
  })
})

test('monitors, and what the station says to each', () => {
  const place = { component: 'EVSE@1', name: 'Temperature' }
  const watched = { ...place, kind: 'clock', value: 900, severity: 5, charging: true } as const
  expect(writeCommand({ type: 'watch', watched })).toEqual({
    action: 'SetVariableMonitoring',
    payload: {
      setMonitoringData: [
        {
          type: 'PeriodicClockAligned',
          value: 900,
          severity: 5,
          transaction: true,
          component: { name: 'EVSE', evse: { id: 1 } },
          variable: { name: 'Temperature' },
        },
      ],
    },
  })
  const set = { setMonitoringResult: [{ status: 'Accepted', id: 4 }] }
  expect(readAnswer({ type: 'watch', watched }, set)).toEqual({ status: 'Accepted', monitorId: 4 })
  const cleared = { clearMonitoringResult: [{ status: 'NotFound', id: 4 }] }
  expect(readAnswer({ type: 'unwatch', monitorId: 4 }, cleared)).toEqual({ status: 'NotFound' })
  expect(readAnswer({ type: 'monitors', requestId: 1 }, { status: 'EmptyResultSet' })).toEqual({
    monitors: [],
  })
  expect(readAnswer({ type: 'monitors', requestId: 1 }, { status: 'Accepted' })).toEqual({})
  expect(readAnswer({ type: 'texts', requestId: 1 }, { status: 'Unknown' })).toEqual({ texts: [] })
  expect(writeCommand({ type: 'monitoring_base', base: 'built_in' })).toMatchObject({
    payload: { monitoringBase: 'HardWiredOnly' },
  })
  const types = ['texts', 'report', 'monitors', 'watch', 'unwatch'] as const
  for (const type of [...types, 'monitoring_base', 'monitoring_level'])
    expect(versions['ocpp1.6'].writeCommand({ type } as never)).toHaveProperty('unsupported')
})

test('what its displays take, as it tells it', () => {
  const setting = (name: string, value: string, most?: number) => ({
    component: 'DisplayMessageCtrlr',
    name,
    value,
    readonly: true,
    ...(most === undefined ? {} : { most }),
  })
  const reported = [
    setting('DisplayMessages', '0', 10),
    setting('SupportedFormats', 'UTF8, ASCII,SVG'),
    setting('SupportedPriorities', 'NormalCycle'),
  ]
  expect(readSettings(reported).texts).toEqual({
    texts: 10,
    formats: ['utf8', 'ascii'],
    priorities: ['normal'],
  })
  expect(readSettings([]).texts).toBeUndefined()
})
