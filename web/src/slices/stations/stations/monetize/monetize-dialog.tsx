import { Loader, Text } from '@mantine/core'
import type { PlanRoom, Station } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../../i18n/format.ts'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { Dialog } from '../../../../ui/forms/dialog.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { AdmissionLock } from '../../../../ui/locks/admission-lock.tsx'
import { LockNote } from '../../../../ui/locks/lock-note.tsx'
import { ProLock } from '../../../../ui/locks/pro-lock.tsx'
import type { StationCommands } from '../menu/station-commands.ts'
import { isUnpriced, useConnectorPrice } from '../shared/connector-price.ts'
import { GrowDialog } from './grow-dialog.tsx'
import { roomQuery } from './room-query.ts'

interface MonetizeDialogProps {
  station: Station
  commands: StationCommands
  onClose: () => void
}

/** Confirms that sessions at a station begin or cease to cost money, and says how much; offers to extend a plan without room. */
export function MonetizeDialog(props: MonetizeDialogProps) {
  const { t } = useTranslation()
  const { words, none } = usePrices(props.station)
  if (props.station.monetized)
    return <Question {...props} to="off" text={t('stations.monetize.offText', { prices: words })} />
  const costs = none ? t('stations.monetize.unpriced') : t('stations.monetize.onText', { prices: words })
  return <PaidDialog {...props} costs={costs} />
}

/** The question before sessions begin or cease to cost money. */
function Question({
  station,
  commands,
  to,
  text,
  onClose,
}: MonetizeDialogProps & { to: 'on' | 'off'; text: string }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      opened
      title={t(`stations.monetize.${to}Title`, { number: stationNumber(station.number) })}
      text={text}
      action={t(`stations.monetize.${to}`)}
      onConfirm={() => commands.monetize.mutate(to === 'on')}
      onClose={onClose}
    />
  )
}

interface Prices {
  words: string
  /** no connector has one */
  none: boolean
}

/** What sessions cost at a station. */
function usePrices({ evses }: Station): Prices {
  const { t } = useTranslation()
  const priceOf = useConnectorPrice()
  const connectors = evses.flatMap((evse) => evse.connectors)
  const words = connectors.map((one) => (isUnpriced(one) ? t('stations.card.unpriced') : priceOf(one)))
  return { words: [...new Set(words)].join('; '), none: connectors.every(isUnpriced) }
}

/** Begins to charge for sessions where the owner's plan has room, else says what is missing. */
function PaidDialog(props: MonetizeDialogProps & { costs: string }) {
  const { station, costs, onClose } = props
  const { t } = useTranslation()
  const query = useQuery({ ...roomQuery(station.location_id), enabled: !station.needs_admission })
  const title = t('stations.monetize.onTitle', { number: stationNumber(station.number) })
  const say = (what: ReactNode) => (
    <Dialog onClose={onClose} title={title} size={420} centered>
      {what}
    </Dialog>
  )
  const { data: room } = query
  if (station.needs_admission) return say(<AdmissionLock locationId={station.location_id} />)
  if (query.isError) return say(<FormError error={query.error} />)
  if (!room) return say(<Loader size="sm" />)
  const { owner } = room
  const missing = missingIn(room)
  if (!owner || !missing) return <Question {...props} to="on" text={costs} />
  const about = { owner: owner.name, email: owner.email }
  if (missing === 'plan')
    return say(
      <>
        <Text size="md">{t('stations.room.noPlan', about)}</Text>
        <ProLock>{t('stations.monetize.lock')}</ProLock>
      </>,
    )
  if (room.more)
    return <GrowDialog station={station} room={room} costs={costs} title={title} onClose={onClose} />
  return say(<LockNote>{t(`stations.room.${missing}`, about)}</LockNote>)
}

/** What the plan needs for one more station. */
function missingIn({ quantity, earning, hindrance }: PlanRoom) {
  if (quantity === null) return 'plan'
  if (earning < quantity) return null
  return hindrance === 'past_due' ? 'pastDue' : hindrance === 'under_way' ? 'underWay' : 'notYours'
}
