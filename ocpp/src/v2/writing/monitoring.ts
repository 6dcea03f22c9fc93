import { type CommandWriters, typedCall } from '../../commands/actions.ts'
import type * as Messages from '../../generated/types201.ts'
import { bases, monitoringOf } from '../reading/monitoring.ts'

/** Commands about the monitors of a station's variables. */
export const monitoring = {
  monitors: ({ requestId }) => typedCall<Messages.GetMonitoringReport>('GetMonitoringReport', { requestId }),
  watch: ({ watched }) =>
    typedCall<Messages.SetVariableMonitoring>('SetVariableMonitoring', {
      setMonitoringData: [monitoringOf(watched)],
    }),
  unwatch: ({ monitorId }) =>
    typedCall<Messages.ClearVariableMonitoring>('ClearVariableMonitoring', { id: [monitorId] }),
  monitoring_base: ({ base }) =>
    typedCall<Messages.SetMonitoringBase>('SetMonitoringBase', { monitoringBase: bases[base] }),
  monitoring_level: ({ severity }) =>
    typedCall<Messages.SetMonitoringLevel>('SetMonitoringLevel', { severity }),
} satisfies Partial<CommandWriters>
