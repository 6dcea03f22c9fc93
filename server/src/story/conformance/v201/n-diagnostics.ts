import { expect } from 'vitest'
import type { Block } from '../case.ts'
import { idToken, type Stage201 } from '../stage201.ts'

type Kind = 'diagnostics' | 'security'

const asksForLog = (s: Stage201, kind: Kind, status: string) =>
  s.task({ task: 'log', kind }, 'GetLog', { status, ...(status === 'Rejected' ? {} : { filename: 'a.log' }) })

async function bringsLog(s: Stage201, kind: Kind, logType: string): Promise<void> {
  await s.ready()
  const { request, result } = await asksForLog(s, kind, 'Accepted')
  expect(request).toMatchObject({ logType })
  expect(result).toMatchObject({ accepted: true })
  const { requestId, log } = request as { requestId: number; log: { remoteLocation: string } }
  expect(await s.call('LogStatusNotification', { status: 'Uploading', requestId })).toEqual({})
  const brought = await fetch(log.remoteLocation, { method: 'PUT', body: 'line one\nline two\n' })
  expect(brought.ok).toBe(true)
  expect(await s.call('LogStatusNotification', { status: 'Uploaded', requestId })).toEqual({})
  expect((await s.tasks()).uploads).toMatchObject([{ kind, status: 'Uploaded', size: 18, open: false }])
}

const heartbeat = { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'HeartbeatInterval' } }
const part = (s: Stage201, requestId: number) => ({ requestId, generatedAt: s.ago(), seqNo: 0, tbc: false })

const customer = (
  s: Stage201,
  requestId: number,
  card: string,
  options: { report: boolean; clear: boolean },
) => s.send('CustomerInformation', { requestId, ...options, idToken: idToken(card) }, { status: 'Accepted' })

export const blockN: Block<Stage201> = {
  title: 'N. Diagnostics',
  cases: [
    {
      id: 'TC_N_25',
      subject: 'Get log, DiagnosticsLog',
      play: (s) => bringsLog(s, 'diagnostics', 'DiagnosticsLog'),
    },
    { id: 'TC_N_35', subject: 'Get log, SecurityLog', play: (s) => bringsLog(s, 'security', 'SecurityLog') },
    {
      id: 'TC_N_26',
      subject: 'Get log, upload failed',
      async play(s) {
        await s.ready()
        const { request } = await asksForLog(s, 'diagnostics', 'Accepted')
        for (const status of ['Uploading', 'UploadFailure']) {
          await s.call('LogStatusNotification', { status, requestId: request.requestId })
        }
        expect((await s.tasks()).uploads).toMatchObject([{ status: 'UploadFailure', size: null }])
      },
    },
    {
      id: 'TC_N_34',
      subject: 'Get log, rejected',
      async play(s) {
        await s.ready()
        const { result } = await asksForLog(s, 'diagnostics', 'Rejected')
        expect(result).toMatchObject({ accepted: false, status: 'Rejected' })
        expect((await s.tasks()).uploads).toMatchObject([{ status: 'Rejected', open: false }])
      },
    },
    {
      id: 'TC_N_36',
      subject: 'Get log, second request, AcceptedCanceled',
      async play(s) {
        await s.ready()
        const first = await asksForLog(s, 'diagnostics', 'Accepted')
        await s.call('LogStatusNotification', { status: 'Uploading', requestId: first.request.requestId })
        const second = await asksForLog(s, 'diagnostics', 'AcceptedCanceled')
        expect(second.request.requestId).not.toBe(first.request.requestId)
        expect(second.result).toMatchObject({ accepted: true, status: 'AcceptedCanceled' })
        const canceled = { status: 'AcceptedCanceled', requestId: first.request.requestId }
        expect(await s.call('LogStatusNotification', canceled)).toEqual({})
        await s.call('LogStatusNotification', { status: 'Uploading', requestId: second.request.requestId })
        const { uploads } = await s.tasks()
        expect(uploads.map(({ status }) => status)).toEqual(['Uploading', 'AcceptedCanceled'])
      },
    },
    {
      id: 'TC_N_01',
      subject: 'Get monitoring report',
      async play(s) {
        await s.ready()
        const command = { requestId: 1, monitoringCriteria: ['ThresholdMonitoring'] }
        await s.send('GetMonitoringReport', command, { status: 'Accepted' })
        const variableMonitoring = [
          { id: 1, transaction: false, value: 500, type: 'UpperThreshold', severity: 5 },
        ]
        const report = { ...part(s, 1), monitor: [{ ...heartbeat, variableMonitoring }] }
        expect(await s.call('NotifyMonitoringReport', report)).toEqual({})
        await s.send('GetMonitoringReport', { requestId: 2 }, { status: 'EmptyResultSet' })
      },
    },
    {
      id: 'TC_N_05',
      subject: 'Set monitoring base',
      async play(s) {
        await s.ready()
        for (const monitoringBase of ['All', 'FactoryDefault', 'HardWiredOnly']) {
          await s.send('SetMonitoringBase', { monitoringBase }, { status: 'Accepted' })
        }
      },
    },
    {
      id: 'TC_N_08',
      subject: 'Set variable monitoring',
      async play(s) {
        await s.ready()
        const monitor = { ...heartbeat, type: 'UpperThreshold', severity: 5 }
        await s.send(
          'SetVariableMonitoring',
          { setMonitoringData: [{ ...monitor, value: 500 }] },
          { setMonitoringResult: [{ ...monitor, id: 1, status: 'Accepted' }] },
        )
      },
    },
    {
      id: 'TC_N_16',
      subject: 'Set monitoring level',
      async play(s) {
        await s.ready()
        await s.send('SetMonitoringLevel', { severity: 4 }, { status: 'Accepted' })
      },
    },
    {
      id: 'TC_N_18',
      subject: 'Clear variable monitoring',
      async play(s) {
        await s.ready()
        await s.send(
          'ClearVariableMonitoring',
          { id: [1, 2] },
          {
            clearMonitoringResult: [
              { id: 1, status: 'Accepted' },
              { id: 2, status: 'NotFound' },
            ],
          },
        )
      },
    },
    {
      id: 'TC_N_27',
      subject: 'Customer information, report',
      async play(s) {
        await s.ready()
        await customer(s, 27, await s.card(), { report: true, clear: false })
        const information = { ...part(s, 27), data: 'in the authorization cache' }
        expect(await s.call('NotifyCustomerInformation', information)).toEqual({})
      },
    },
    {
      id: 'TC_N_30',
      subject: 'Customer information, clear',
      async play(s) {
        await s.ready()
        await customer(s, 30, await s.card(), { report: false, clear: true })
        const information = { ...part(s, 30), data: '' }
        expect(await s.call('NotifyCustomerInformation', information)).toEqual({})
      },
    },
    {
      id: 'TC_N_21',
      subject: 'NotifyEvent, alert',
      async play(s) {
        await s.ready()
        const answer = await s.call('NotifyEvent', {
          generatedAt: s.ago(),
          seqNo: 0,
          eventData: [
            {
              eventId: 1,
              timestamp: s.ago(),
              trigger: 'Alerting',
              actualValue: '600',
              eventNotificationType: 'CustomMonitor',
              variableMonitoringId: 1,
              ...heartbeat,
            },
          ],
        })
        expect(answer).toEqual({})
      },
    },
  ],
}
