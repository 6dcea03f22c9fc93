import { Text } from '@mantine/core'
import { contract, type Station } from '@stationmaster/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { ChangeButton } from '../../../ui/change-button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import classes from './station-panel.module.css'
import { stationQuery } from './station-query.ts'

/** What a station reports that is not set up, and the act that sets it up, for those who may change the station. */
export function ReportedConnectors({ station }: { station: Station }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const take = useChange({
    mutationFn: (_: object, wish) =>
      request(contract.stations.takeReported, { params: { id: station.id }, wish }),
    onSuccess: () => setAsking(false),
    onSettled: () => client.invalidateQueries({ queryKey: stationQuery(station.id).queryKey }),
  })
  const { unreported_connectors: unreported } = station
  if (station.unknown_connectors.length === 0)
    return unreported.length > 0 ? <Unreported list={unreported.join(', ')} /> : null
  const list = station.unknown_connectors.join(', ')
  return (
    <div className={classes.reported}>
      <p>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
        {t('station.card.unknownConnectors', { list })}
      </p>
      {unreported.length > 0 && <p>{t('station.reported.never', { list: unreported.join(', ') })}</p>}
      {station.can.change && (
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

function Unreported({ list }: { list: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.reported}>
      <p>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
        {t('station.reported.never', { list })}
      </p>
    </div>
  )
}
