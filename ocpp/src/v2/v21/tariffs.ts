import { typedCall, type WrittenCall } from '../../commands/actions.ts'
import type {
  ConditionalPrice,
  PriceConditions,
  ReckonedCost,
  StationTariff,
} from '../../commands/station-tariff.ts'
import type * as Messages from '../../generated/types21.ts'
import { list, number, record, text, truth, withoutUndefined } from '../../messages/reading.ts'
import type { CommandFindings, CommandOf } from '../../station-command.ts'

const days: readonly Messages.DayOfWeekEnumType[] = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
]

/** One division of integers, so that the number on the wire has no digits of a rounding before it. */
const unitsOf = (priceMicro: number): number => Math.round(priceMicro * 100) / 10_000_000

const conditionsOf = (when: PriceConditions): Messages.TariffConditionsType =>
  withoutUndefined<Messages.TariffConditionsType>({
    startTimeOfDay: when.from,
    endTimeOfDay: when.to,
    dayOfWeek: when.daysOfWeek?.map((day) => days[day]).filter((day) => day !== undefined),
    validFromDate: when.fromDate,
    validToDate: when.toDate,
    minEnergy: when.minWh,
    maxEnergy: when.maxWh,
    minTime: when.minSeconds,
    maxTime: when.maxSeconds,
  })

const conditional = ({ when }: ConditionalPrice) => (when ? { conditions: conditionsOf(when) } : {})

/** Prices are what the driver pays: they bear no tax that the station would add. */
const bound = (minor: number | undefined): Messages.PriceType | undefined =>
  minor === undefined ? undefined : { exclTax: minor / 100, inclTax: minor / 100 }

const filled = <T extends { prices: unknown[] }>(priced: T): T | undefined =>
  priced.prices.length > 0 ? priced : undefined

/** A tariff in the words of 2.1 (part 2, I07): each minute of a transaction counts as charging or as idle, so both cost the same. */
function tariffOf({ energy, time, fee, ...tariff }: StationTariff): Messages.TariffType {
  const perMinute = () =>
    filled({
      prices: time.map((one) => ({ priceMinute: unitsOf(one.priceMicro), ...conditional(one) })),
    })
  return withoutUndefined<Messages.TariffType>({
    tariffId: tariff.id,
    currency: tariff.currency,
    validFrom: tariff.validFrom?.toISOString(),
    energy: filled({
      prices: energy.map((one) => ({ priceKwh: unitsOf(one.priceMicro), ...conditional(one) })),
    }),
    chargingTime: perMinute(),
    idleTime: perMinute(),
    fixedFee: filled({
      prices: fee.map((one) => ({ priceFixed: unitsOf(one.priceMicro), ...conditional(one) })),
    }),
    minCost: bound(tariff.leastMinor),
    maxCost: bound(tariff.mostMinor),
  })
}

const component = { name: 'TariffCostCtrlr' }
const abilities = ['Available', 'Enabled', 'ConditionsSupported'] as const

type TariffCommand = CommandOf<'tariff_abilities' | 'set_tariff' | 'clear_tariffs' | 'change_tariff'>

/** Commands about tariffs at the station (2.1 part 2, I07 to I11). */
export function writeTariffCommand(command: TariffCommand): WrittenCall {
  switch (command.type) {
    case 'tariff_abilities':
      return typedCall<Messages.GetVariables>('GetVariables', {
        getVariableData: abilities.map((name) => ({ component, variable: { name, instance: 'Tariff' } })),
      })
    case 'set_tariff':
      return typedCall<Messages.SetDefaultTariff>('SetDefaultTariff', {
        evseId: command.evse,
        tariff: tariffOf(command.tariff),
      })
    case 'clear_tariffs':
      return typedCall<Messages.ClearTariffs>('ClearTariffs', {
        evseId: command.evse,
        ...(command.ids ? { tariffIds: [...command.ids] } : {}),
      })
    case 'change_tariff':
      return typedCall<Messages.ChangeTransactionTariff>('ChangeTransactionTariff', {
        transactionId: command.transactionId,
        tariff: tariffOf(command.tariff),
      })
  }
}

/** What the answer to one of these commands says. */
export function readTariffAnswer(
  type: 'tariff_abilities' | 'clear_tariffs',
  payload: Record<string, unknown>,
): CommandFindings & { status?: string } {
  if (type === 'tariff_abilities') {
    const [available, enabled, conditions] = list(payload.getVariableResult).map((result) =>
      truth(record(result).attributeValue),
    )
    return {
      tariffs: withoutUndefined<NonNullable<CommandFindings['tariffs']>>({
        // a station that can says whether it does
        available: available === true && enabled !== undefined,
        enabled: enabled ?? false,
        conditions,
      }),
    }
  }
  // one result for each tariff; what is not there need not be cleared
  const refused = list(payload.clearTariffsResult)
    .map((result) => text(record(result).status) ?? '')
    .find((status) => status !== 'Accepted' && status !== 'NoTariff')
  return { status: refused ?? 'Accepted' }
}

/** What a station has reckoned of its transaction (2.1 part 2, I12); undefined where it says nothing. */
export function readCost(costDetails: unknown): ReckonedCost | undefined {
  if (costDetails === undefined) return undefined
  const { totalCost, totalUsage, chargingPeriods, failureToCalculate, failureReason } = record(costDetails)
  const { currency, total } = record(totalCost)
  const { inclTax, exclTax } = record(total)
  const units = number(inclTax) ?? number(exclTax)
  const failed = failureToCalculate === true || units === undefined
  const { energy, chargingTime } = record(totalUsage)
  return withoutUndefined<ReckonedCost>({
    totalMinor: failed ? null : Math.round(units * 100),
    currency: text(currency),
    tariffId: text(record(list(chargingPeriods).at(-1)).tariffId),
    failure: failed ? text(failureReason) : undefined,
    energyWh: number(energy),
    seconds: number(chargingTime),
  })
}

/** The same as a station reports it at an instant. */
export function costDetailsOf(
  { totalMinor, currency, tariffId, failure, energyWh = 0, seconds = 0 }: ReckonedCost,
  at: Date,
): Messages.CostDetailsType {
  const units = (totalMinor ?? 0) / 100
  const began = new Date(at.getTime() - seconds * 1000)
  return withoutUndefined<Messages.CostDetailsType>({
    totalCost: {
      currency: currency ?? '',
      typeOfCost: 'NormalCost',
      total: { exclTax: units, inclTax: units },
    },
    totalUsage: { energy: energyWh, chargingTime: seconds, idleTime: 0 },
    chargingPeriods: tariffId === undefined ? undefined : [{ startPeriod: began.toISOString(), tariffId }],
    failureToCalculate: totalMinor === null ? true : undefined,
    failureReason: failure,
  })
}
