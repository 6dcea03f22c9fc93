import { listed, type Payload, record } from '../link/payload.ts'
import type { Core } from '../station/core.ts'
import { refusalOf } from '../tariffs/reckoner.ts'

/** Answers SetDefaultTariff (2.1 part 2, I07); EVSE 0 are all of them. */
export function setDefaultTariff(core: Core, { evseId, tariff: given }: Payload): Payload {
  const tariff = record(given)
  const nowMs = core.now().getTime()
  const evses = evsesOf(core).filter((evse) => evseId === 0 || evse === evseId)
  const status = statusOf(core, tariff) ?? (evses.length === 0 ? 'Rejected' : null)
  if (status) return { status }
  if (core.tariffs.has(tariff.tariffId, nowMs)) return { status: 'DuplicateTariffId' }
  for (const evse of evses) core.tariffs.put(evse, tariff, nowMs)
  return { status: 'Accepted' }
}

/** Answers GetTariffs (I09). */
export function getTariffs(core: Core, { evseId }: Payload): Payload {
  const found = core.tariffs
    .all(core.now().getTime())
    .filter(({ evse }) => evseId === 0 || evse === evseId)
    .map(({ evse, tariff: { tariffId, validFrom } }) => ({
      tariffId,
      tariffKind: 'DefaultTariff',
      evseIds: [evse],
      ...(validFrom === undefined ? {} : { validFrom }),
    }))
  return found.length === 0 ? { status: 'NoTariff' } : { status: 'Accepted', tariffAssignments: found }
}

/** Answers ClearTariffs (I10); sessions that run keep theirs. */
export function clearTariffs(core: Core, { evseId, tariffIds }: Payload): Payload {
  const ids = Array.isArray(tariffIds) ? tariffIds.map(String) : undefined
  const meant = {
    ...(typeof evseId === 'number' && evseId > 0 ? { evse: evseId } : {}),
    ...(ids ? { ids } : {}),
  }
  const gone = core.tariffs.remove(meant, core.now().getTime())
  const results = [
    ...gone.map((tariffId) => ({ tariffId, status: 'Accepted' })),
    ...(ids ?? []).filter((id) => !gone.includes(id)).map((tariffId) => ({ tariffId, status: 'NoTariff' })),
  ]
  return { clearTariffsResult: results.length > 0 ? results : [{ status: 'NoTariff' }] }
}

/** Answers ChangeTransactionTariff (I11): what has been used stays at its price. */
export function changeTransactionTariff(core: Core, { transactionId, tariff: given }: Payload): Payload {
  const tariff = record(given)
  const connector = core.connectors.find(({ transaction }) => transaction?.id === transactionId)
  const running = connector?.transaction
  if (!running) return { status: 'TxNotFound' }
  const status = running.cost ? statusOf(core, tariff) : 'Rejected'
  if (status) return { status }
  if (running.cost?.currency !== tariff.currency) return { status: 'NoCurrencyChange' }
  core.advance()
  running.cost?.change(tariff, core.now().getTime(), connector.registerWh - running.meterStartWh)
  return { status: 'Accepted' }
}

const evsesOf = (core: Core): number[] => [...new Set(core.connectors.map(({ ref }) => ref.evse))]

function statusOf({ settings }: Core, tariff: Payload): string | null {
  if (!settings.allows('TariffEnabled')) return 'Rejected'
  const most = settings.integer('TariffMaxElements')
  const fields = [tariff.energy, tariff.chargingTime, tariff.idleTime, tariff.fixedFee]
  if (fields.some((field) => listed(record(field).prices).length > most)) return 'TooManyElements'
  return refusalOf(tariff)
}
