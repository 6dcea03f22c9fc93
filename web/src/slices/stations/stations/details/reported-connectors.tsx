import { Text } from '@mantine/core'
import { contract, type Station } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { stationNumber } from '../../../../i18n/format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx'
import { IconAlertTriangle } from '../../../../ui/pictures/icons.ts'
import classes from './picture/station-panel.module.css'
import { stationQuery } from './station-query.ts'

/** What a station reports that is not set up, and the act that sets it up, for those who may change the station. */
export function ReportedConnectors({ station }: { station: Station }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const take = useChange({
    mutationFn: (_: object, idempotency) =>
      request(contract.stations.takeReported, { params: { id: station.id }, idempotency }),
    onSuccess: () => setAsking(false),
    onSettled: () => client.invalidateQueries({ queryKey: stationQuery(station.id).queryKey }),
  })
  const { unknown_connectors: unknown, unreported_connectors: unreported } = station
  if (unknown.length + unreported.length === 0) return null
  const list = unknown.join(', ')
  return (
    <div className={classes.reported}>
      {unknown.length > 0 && <Warning>{t('station.card.unknownConnectors', { list })}</Warning>}
      {unreported.length > 0 && (
        <Warning>{t('station.reported.never', { list: unreported.join(', ') })}</Warning>
      )}
      {unknown.length > 0 && station.can.change && (
        <ChangeButton variant="default" size="xs" loading={take.isPending} onClick={() => setAsking(true)}>
          {t('station.reported.action')}
        </ChangeButton>
      )}
      {asking && (
        <FormDialog
          title={t('station.reported.title')}
          action={t('station.reported.action')}
          body={{}}
          change={take}
          onClose={() => setAsking(false)}
        >
          <Text>{t('station.reported.text', { station: stationNumber(station.number), list })}</Text>
        </FormDialog>
      )}
    </div>
  )
}

function Warning({ children }: { children: string }) {
  return (
    <p>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      {children}
    </p>
  )
}
