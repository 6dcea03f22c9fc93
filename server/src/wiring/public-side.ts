import type { Config } from '../config/config.ts'
import type { Clock } from '../platform/general/clock.ts'
import type { Db } from '../platform/schema/schema.ts'
import { DatexFeeds } from '../slices/public/network/datex/feeds.ts'
import { PublicNetwork } from '../slices/public/network/public-network.ts'
import { findOurParty } from '../slices/roaming/partners/party-store.ts'

/** The network that the public is shown, and the same in DATEX II; null where none is shown. */
export function openPublicSide({ config, db, clock }: { config: Config; db: Db; clock: Clock }) {
  const { timeZone, currency, supportPhone, publicUrl } = config
  if (!config.publicNetwork) return { network: null, datex: null }
  const network = new PublicNetwork({ db, clock, timeZone, currency, supportPhone })
  const findParty = () => findOurParty(db)
  return {
    network,
    datex: new DatexFeeds({ db, clock, shown: network, currency, supportPhone, publicUrl, findParty }),
  }
}
