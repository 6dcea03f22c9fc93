import { Loader, Modal, Text } from '@mantine/core'
import type { PlanRoom, Station } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { stationNumber } from '../../../../i18n/format.ts'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
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
  const prices = usePrices(props.station)
  if (!props.station.monetized) return <PaidDialog {...props} prices={prices} />
  return (
    <ConfirmDialog
      opened
      title={t('stations.monetize.offTitle', { number: stationNumber(props.station.number) })}
      text={t('stations.monetize.offText', { prices: prices.words })}
      action={t('stations.monetize.off')}
      onConfirm={() => props.commands.monetize.mutate(false)}
      onClose={props.onClose}
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

function PaidDialog({ station, commands, prices, onClose }: MonetizeDialogProps & { prices: Prices }) {
  const { t } = useTranslation()
  const query = useQuery({ ...roomQuery(station.location_id), enabled: !station.needs_admission })
  const title = t('stations.monetize.onTitle', { number: stationNumber(station.number) })
  const say = (what: ReactNode) => (
    <SayDialog title={title} onClose={onClose}>
      {what}
    </SayDialog>
  )
  const { data: room } = query
  if (station.needs_admission) return say(<AdmissionLock locationId={station.location_id} />)
  if (query.isError) return say(<FormError error={query.error} />)
  if (!room) return say(<Loader size="sm" />)
  const costs = prices.none
    ? t('stations.monetize.unpriced')
    : t('stations.monetize.onText', { prices: prices.words })
  const missing = room.owner ? missingIn(room) : null
  if (!missing)
    return (
      <ConfirmDialog
        opened
        title={title}
        text={costs}
        action={t('stations.monetize.on')}
        onConfirm={() => commands.monetize.mutate(true)}
        onClose={onClose}
      />
    )
  const about = { owner: room.owner!.name, email: room.owner!.email }
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

function SayDialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={420}
      centered
      styles={{ title: { fontSize: 16, fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {children}
    </Modal>
  )
}
