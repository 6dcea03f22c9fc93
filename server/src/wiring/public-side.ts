import type { Config } from '../config/config.ts'
import type { Clock } from '../platform/general/clock.ts'
import type { Db } from '../platform/schema/schema.ts'
import { StatusBoard } from '../slices/operations/status/status.ts'
import type { DatexFeeds } from '../slices/public/network/datex/feeds.ts'
import { PublicNetwork } from '../slices/public/network/public-network.ts'
import { findOurParty } from '../slices/roaming/partners/party-store.ts'

/** The network that the public is shown, the same in DATEX II, and how it is; null where none is shown. */
export function openPublicSide({ config, db, clock }: { config: Config; db: Db; clock: Clock }) {
  const { timeZone, currency, supportPhone, publicUrl } = config
  if (!config.publicNetwork) return { network: null, datex: null, status: null }
  const network = new PublicNetwork({ db, clock, timeZone, currency, supportPhone })
  const findParty = () => findOurParty(db)
  let feeds: Promise<DatexFeeds> | undefined
  return {
    network,
    status: config.statusPage ? new StatusBoard({ db, clock, network }) : null,
    datex: () => {
      // few publish in it, and what writes XML is not read at each start
      feeds ??= import('../slices/public/network/datex/feeds.ts').then(
        ({ DatexFeeds }) =>
          new DatexFeeds({ db, clock, shown: network, currency, supportPhone, publicUrl, findParty }),
      )
      return feeds
    },
  }
}
