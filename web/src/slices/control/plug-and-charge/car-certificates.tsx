import { Button } from '@mantine/core'
import { type CarCertificate, contract } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { useAnswer } from '../../../i18n/use-answer.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { When } from '../../../ui/dates/when.tsx'
import { CommandAnswer } from '../../../ui/states/command-answer.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import { DaysLeft } from './days-left.tsx'
import classes from './plug-and-charge.module.css'
import { carCertificatesQuery } from './roots-query.ts'

interface CarCertificatesProps {
  certificates: CarCertificate[] | undefined
  linkTo: (stationId: string, text: string) => ReactNode
  empty: ReactNode
}

/** The certificates that stations show to cars, each with its end, and a button that has a new one requested. */
export function CarCertificates({ certificates, linkTo, empty }: CarCertificatesProps) {
  const { t } = useTranslation()
  const answer = useAnswer()
  const errorText = useErrorText()
  const client = useQueryClient()
  const renew = useChange({
    mutationFn: ({ station_id: id, part }: CarCertificate, idempotency) =>
      request(contract.stationTasks.run, {
        params: { id },
        body: { task: 'request_certificate', for_cars: true, part },
        idempotency,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: carCertificatesQuery.queryKey }),
  })
  const renewOf = (one: CarCertificate) => (
    <Button
      variant="default"
      size="compact-sm"
      disabled={!one.online || renew.isPending}
      aria-label={t('pnc.stations.renewOne', { station: stationNumber(one.number), part: one.part })}
      onClick={() => renew.mutate(one)}
    >
      {t('pnc.stations.renew')}
    </Button>
  )
  const columns = useColumns(linkTo, renewOf)
  return (
    <>
      <p className={classes.about}>{t('pnc.stations.about')}</p>
      {renew.isError && (
        <CommandAnswer good={false} onClose={renew.reset}>
          {errorText(renew.error)}
        </CommandAnswer>
      )}
      {renew.data && (
        <CommandAnswer good={renew.data.accepted} onClose={renew.reset}>
          {renew.data.accepted ? t('pnc.stations.asked') : answer(renew.data.status)}
        </CommandAnswer>
      )}
      <DataTable
        label={t('pnc.stations.title')}
        columns={columns}
        rows={certificates}
        rowKey={({ station_id: id, part }) => `${id}:${part}`}
        skeletonRows={3}
        empty={empty}
        phoneRow={(one) => (
          <ListRow
            top={linkTo(one.station_id, stationNumber(one.number))}
            bottom={`ISO 15118-${one.part} · ${one.location_name}`}
            right={renewOf(one)}
            rightBottom={<DaysLeft from={one.issued_at} until={one.not_after} />}
          />
        )}
      />
    </>
  )
}

function useColumns(
  linkTo: CarCertificatesProps['linkTo'],
  renewOf: (one: CarCertificate) => ReactNode,
): Column<CarCertificate>[] {
  const { t } = useTranslation()
  const answer = useAnswer()
  return [
    {
      key: 'station',
      head: t('pnc.columns.station'),
      grows: true,
      cell: ({ station_id: id, number, location_name: place }) => (
        <TwoLines top={linkTo(id, stationNumber(number))} bottom={place} />
      ),
    },
    { key: 'part', head: t('pnc.columns.part'), width: 140, cell: ({ part }) => `ISO 15118-${part}` },
    {
      key: 'ends',
      head: t('pnc.columns.ends'),
      width: 200,
      cell: ({ issued_at: from, not_after: until }) => (
        <TwoLines top={<When at={until} style="day" />} bottom={<DaysLeft from={from} until={until} />} />
      ),
    },
    {
      key: 'status',
      head: t('pnc.columns.status'),
      hideBelow: 'md',
      width: 200,
      cell: ({ status }) => (status === null ? t('pnc.stations.unanswered') : answer(status)),
    },
    { key: 'renew', head: t('pnc.stations.renew'), silent: true, align: 'right', width: 130, cell: renewOf },
  ]
}
