import type { StationEvent } from '@stationmaster/ocpp'
import type { HistoryStation } from '@stationmaster/simulator'
import { first, MINUTE_MS } from '@stationmaster/units'
import type { Intake } from '../../control/intake/intake.ts'

/** More than a connector of the demo can deliver in ten minutes. */
const impossibleWh = 1_900_000

/**
 * Fills the inbox: the end of a transaction without a start, and a session with a jump of the meter. Runs after the history, which
 * leaves the last 15 minutes free.
 */
export async function raiseOpenQuestions(
  intake: Intake,
  stations: HistoryStation[],
  token: string,
  now: Date,
): Promise<void> {
  const [jumping, forgetful] = stations
  if (!jumping || !forgetful) return
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
  const tell = (station: HistoryStation, receivedAt: Date, event: StationEvent) =>
    intake.takeAll([{ stationId: station.id, receivedAt, event }], receivedAt)
  const common = { samples: [], offline: false }

  const { ref, registerWh } = first(jumping.connectors)
  await tell(jumping, ago(13), {
    ...common,
    type: 'charging.started',
    at: ref,
    token: { token, type: 'ISO14443' },
    transactionId: 'H-JUMP',
    meterWh: registerWh,
    happenedAt: ago(13),
    charging: true,
  })
  await tell(jumping, ago(3), {
    ...common,
    type: 'charging.ended',
    at: ref,
    transactionId: 'H-JUMP',
    meterWh: registerWh + impossibleWh,
    happenedAt: ago(3),
    reason: 'EVDisconnected',
  })
  await tell(jumping, ago(2), {
    type: 'connector.changed',
    at: ref,
    state: 'Available',
    happenedAt: ago(2),
  })
  const lost = first(forgetful.connectors)
  await tell(forgetful, ago(1), {
    ...common,
    type: 'charging.ended',
    at: lost.ref,
    transactionId: 'H-LOST',
    token: { token, type: 'ISO14443' },
    meterWh: lost.registerWh + 18_450,
    happenedAt: ago(1),
    reason: 'Local',
  })
}
