import { asItStands, type CentralAction } from '../../commands/actions.ts'

/** The actions of the central system that 2.1 has beside those of 2.0.1. */
export const fromCentral: Record<string, CentralAction> = {
  AFRRSignal: asItStands('AFRRSignal', true),
  AdjustPeriodicEventStream: asItStands('AdjustPeriodicEventStream'),
  ChangeTransactionTariff: asItStands('ChangeTransactionTariff', true),
  ClearDERControl: asItStands('ClearDERControl', true),
  ClearTariffs: asItStands('ClearTariffs', true),
  GetDERControl: asItStands('GetDERControl'),
  GetPeriodicEventStream: asItStands('GetPeriodicEventStream'),
  GetTariffs: asItStands('GetTariffs'),
  NotifyAllowedEnergyTransfer: asItStands('NotifyAllowedEnergyTransfer'),
  NotifyWebPaymentStarted: asItStands('NotifyWebPaymentStarted'),
  RequestBatterySwap: asItStands('RequestBatterySwap', true),
  SetDERControl: asItStands('SetDERControl', true),
  SetDefaultTariff: asItStands('SetDefaultTariff', true),
  UpdateDynamicSchedule: asItStands('UpdateDynamicSchedule', true),
  UsePriorityCharging: asItStands('UsePriorityCharging'),
}
