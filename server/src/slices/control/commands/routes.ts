import { contract } from '@stationmaster/contract'
import { languageOf } from '../../../platform/general/language.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { openOrders } from '../../charging/orders/messages/open-store.ts'
import { removeStation } from '../../stations/stations/change.ts'
import { viewControllers } from '../../stations/stations/description/controllers.ts'
import { takeReported } from '../../stations/stations/description/reported.ts'
import type { Cover } from '../../stations/stations/lists/cover.ts'
import { viewStation } from '../../stations/stations/view.ts'
import { refreshConfiguration } from './each/configuration.ts'
import { holdStation } from './each/hold.ts'
import { sendMessage } from './each/message.ts'
import { operate } from './each/operate.ts'
import { resetStation } from './each/reset.ts'
import { endOrder } from './outcome/end.ts'
import { inquire } from './outcome/inquire.ts'
import type { CommandParts } from './parts.ts'
import { prioritize } from './sessions/prioritize.ts'
import { stopCharging } from './sessions/stop.ts'

/** Commands to stations from the back office: each waits for the station's own answer. */
export function commandRoutes(rest: Rest, parts: CommandParts & { cover: Cover }): void {
  const stationParts = { ...parts, orders: openOrders }

  route(rest, contract.connectors.stop, async ({ params, caller, remoteAddress }) => {
    await stopCharging(parts, { caller, remoteAddress }, params.id)
    return 'Accepted'
  })

  route(rest, contract.orders.end, async ({ params, body, caller, remoteAddress }) => {
    const { id } = await endOrder(parts, { caller, remoteAddress }, params.id, body.reason)
    return { order_id: id }
  })

  route(rest, contract.orders.prioritize, async ({ params, body, caller, remoteAddress }) => {
    await prioritize(parts, { caller, remoteAddress }, params.id, body.active)
    return { active: body.active }
  })

  route(rest, contract.orders.inquire, async ({ params, caller, remoteAddress }) => ({
    told: await inquire(parts, { caller, remoteAddress }, params.id),
  }))

  route(rest, contract.stations.operate, async ({ params, body, caller, remoteAddress, request }) => {
    const answers = await operate(parts, { caller, remoteAddress }, params.id, body)
    const language = languageOf(request.headers['accept-language'])
    const shown = answers.map(({ failure, ...answer }) => ({
      ...answer,
      code: failure?.code ?? null,
      error: failure?.textIn(language) ?? null,
    }))
    return { ...(await viewStation(stationParts, caller, params.id)), answers: shown }
  })

  route(rest, contract.stations.takeReported, async ({ params, caller, remoteAddress }) => {
    const added = await takeReported(stationParts, { caller, remoteAddress }, params.id)
    const link = await parts.stations.find(params.id)
    // their answers are StatusNotifications that they send by themselves
    for (const { evse, number: connector, ordinal } of added)
      void link?.command({
        type: 'trigger',
        message: 'StatusNotification',
        at: { evse, connector, ordinal },
      })
    return viewStation(stationParts, caller, params.id)
  })

  route(rest, contract.stationHold.set, async ({ params, body, caller, remoteAddress }) => {
    const takes_effect = await holdStation(parts, { caller, remoteAddress }, params.id, body)
    const { hold, registration } = await viewStation(stationParts, caller, params.id)
    return { hold, registration, takes_effect }
  })

  route(rest, contract.stations.remove, async ({ params, caller, remoteAddress }) => {
    await removeStation(stationParts, { caller, remoteAddress }, params.id)
    await parts.stations.close([params.id], 'the station was removed')
    return undefined
  })

  route(rest, contract.stations.refreshConfiguration, async ({ params, caller, remoteAddress }) => {
    await refreshConfiguration(parts, { caller, remoteAddress }, params.id)
    return viewControllers(parts.db, caller, params.id)
  })
  route(rest, contract.commands.message, ({ params, body, caller, remoteAddress }) =>
    sendMessage(parts, { caller, remoteAddress }, params.id, body),
  )

  route(rest, contract.stations.reset, async ({ params, caller, remoteAddress }) => {
    const { status } = await resetStation(parts, { caller, remoteAddress }, params.id, false)
    return status
  })
}
