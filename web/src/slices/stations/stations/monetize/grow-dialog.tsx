import { Text } from '@mantine/core'
import { contract, type PlanRoom, type Station } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { Money } from '../../../../ui/figures/quantity.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { Fact, Facts } from '../../../../ui/frame/facts.tsx'

interface GrowDialogProps {
  station: Station
  room: PlanRoom
  /** what sessions cost then */
  costs: string
  title: string
  onClose: () => void
}

/** Confirms that the plan of a station's owner covers one more station; says what that costs and who pays. */
export function GrowDialog({ station, room, costs, title, onClose }: GrowDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const grow = useChange({
    mutationFn: (most: number, idempotency) =>
      request(contract.planRoom.grow, { params: { id: station.id }, body: { most }, idempotency }),
    onSuccess: ({ hindrance }) => {
      if (hindrance !== 'under_way') onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['stations'] }),
  })
  const { owner, quantity, more } = room
  if (!owner || !more || quantity === null) return null
  const day = format.when(new Date(more.period_end), 'day')
  const isCharging = grow.isSuccess
  return (
    <FormDialog
      title={title}
      action={
        more.charge > 0
          ? t('stations.room.add', { amount: format.money(more.charge) })
          : t('stations.room.addFree')
      }
      hurts={more.charge > 0}
      body={isCharging ? undefined : more.charge}
      change={grow}
      onClose={onClose}
    >
      <Text size="md">{t('stations.room.full', { owner: owner.name })}</Text>
      <Facts>
        <Fact name={t('stations.room.owner')}>
          {owner.name}
          <br />
          {owner.email}
        </Fact>
        <Fact name={t('stations.room.stations')}>
          {t('stations.room.fromTo', { from: format.number(quantity), to: format.number(quantity + 1) })}
        </Fact>
        <Fact name={t('stations.room.now', { day })} strong>
          <Money minor={more.charge} unit />
        </Fact>
        {more.cancels ? (
          <Fact name={t('stations.room.ends', { day })}>{null}</Fact>
        ) : (
          <Fact name={t('stations.room.then', { day, before: format.money(more.fee_before) })}>
            <Money minor={more.fee} unit /> {t(`plan.per.${more.frequency}`)}
          </Fact>
        )}
      </Facts>
      <Text size="md">{costs}</Text>
      {isCharging && (
        <Text size="md" role="status">
          {t('stations.room.charging')}
        </Text>
      )}
    </FormDialog>
  )
}
