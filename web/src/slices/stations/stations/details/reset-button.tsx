import { contract, type Station } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { stationNumber } from '../../../../i18n/format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { IconRefresh } from '../../../../ui/pictures/icons.ts'
import { stationQuery } from './station-query.ts'

/** Asks a station to restart once it is idle; the component that holds the mutation shows the answer. */
export function useReset(stationId: string) {
  const client = useQueryClient()
  return useChange({
    mutationFn: () => request(contract.stations.reset, { params: { id: stationId } }),
    onSettled: () => client.invalidateQueries({ queryKey: stationQuery(stationId).queryKey }),
  })
}

/** Restarts the station after a question. */
export function ResetButton({ station, reset }: { station: Station; reset: ReturnType<typeof useReset> }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ChangeButton
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.75} />}
        disabled={!station.online}
        loading={reset.isPending}
        onClick={() => setAsking(true)}
      >
        {t('station.reset.action')}
      </ChangeButton>
      <ConfirmDialog
        opened={asking}
        title={t('station.reset.title')}
        text={t('station.reset.text', { station: stationNumber(station.number) })}
        action={t('station.reset.action')}
        onConfirm={() => reset.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
