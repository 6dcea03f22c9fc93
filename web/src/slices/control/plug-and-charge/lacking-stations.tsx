import { Button } from '@mantine/core'
import { contract, type LackingStation } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { stationNumber } from '../../../i18n/format.ts'
import { useErrorText } from '../../../i18n/use-error-text.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { CommandAnswer } from '../../../ui/states/command-answer.tsx'
import { type Column, DataTable, ListRow, TwoLines } from '../../../ui/tables/data-table.tsx'
import classes from './plug-and-charge.module.css'
import { lackingQuery } from './roots-query.ts'

interface LackingStationsProps {
  lacking: { total: number; stations: LackingStation[] } | undefined
  linkTo: (stationId: string, text: string) => ReactNode
  /** leads to the run that installs what is lacking */
  runLink: (runId: number, text: string) => ReactNode
  empty: ReactNode
}

/** Stations that do Plug & Charge and lack a root of ours, and one step that gives all of them what they lack. */
export function LackingStations({ lacking, linkTo, runLink, empty }: LackingStationsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [confirming, setConfirming] = useState(false)
  const install = useInstall()
  const columns = useColumns(linkTo)
  const total = lacking?.total ?? 0
  const kindsOf = ({ lacks }: LackingStation) =>
    [...new Set(lacks.map(({ kind }) => kind.toUpperCase()))].join(', ')
  return (
    <>
      <p className={classes.about}>{t('pnc.lacking.about')}</p>
      {total > 0 && (
        <div className={classes.action}>
          <Button disabled={install.isPending} onClick={() => setConfirming(true)}>
            {t('pnc.lacking.install', { count: total, n: format.number(total) })}
          </Button>
        </div>
      )}
      <Answer install={install} runLink={runLink} />
      <DataTable
        label={t('pnc.lacking.title')}
        columns={columns}
        rows={lacking?.stations}
        rowKey={({ station_id: id }) => id}
        skeletonRows={3}
        empty={empty}
        phoneRow={(one) => (
          <ListRow
            top={linkTo(one.station_id, stationNumber(one.number))}
            bottom={one.location_name}
            rightBottom={t('pnc.lacking.short', { kinds: kindsOf(one) })}
            right={one.online ? t('pnc.lacking.online') : t('pnc.lacking.away')}
          />
        )}
      />
      <ConfirmDialog
        opened={confirming}
        title={t('pnc.lacking.confirmTitle')}
        text={t('pnc.lacking.confirmText', { count: total, n: format.number(total) })}
        action={t('pnc.lacking.confirm')}
        onConfirm={() => install.mutate(undefined)}
        onClose={() => setConfirming(false)}
      />
    </>
  )
}

function useInstall() {
  const client = useQueryClient()
  return useChange({
    mutationFn: (_: undefined, idempotency) => request(contract.bulk.installRoots, { idempotency }),
    onSettled: () => client.invalidateQueries({ queryKey: lackingQuery.queryKey }),
  })
}

/** That the run has begun, and where it is followed; or why it could not. */
function Answer({
  install,
  runLink,
}: {
  install: ReturnType<typeof useInstall>
  runLink: LackingStationsProps['runLink']
}) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <>
      {install.isError && (
        <CommandAnswer good={false} onClose={install.reset}>
          {errorText(install.error)}
        </CommandAnswer>
      )}
      {install.data && (
        <CommandAnswer good onClose={install.reset}>
          {t('pnc.lacking.begun')} {runLink(install.data.id, t('pnc.lacking.follow'))}
        </CommandAnswer>
      )}
    </>
  )
}

function useColumns(linkTo: LackingStationsProps['linkTo']): Column<LackingStation>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'station',
      head: t('pnc.columns.station'),
      width: 260,
      cell: ({ station_id: id, number, location_name: place }) => (
        <TwoLines top={linkTo(id, stationNumber(number))} bottom={place} />
      ),
    },
    {
      key: 'lacks',
      head: t('pnc.lacking.lacks'),
      grows: true,
      cell: ({ lacks }) => (
        <ul className={classes.lacks}>
          {lacks.map(({ id, kind, subject }) => (
            <li key={id}>
              {subject} <span className={classes.kind}>{t(`pnc.kind.${kind}`)}</span>
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'looked',
      head: t('pnc.lacking.looked'),
      hideBelow: 'md',
      width: 200,
      cell: ({ looked_at: at, online }) => (
        <TwoLines
          top={at === null ? t('pnc.lacking.never') : <When at={at} />}
          bottom={online ? t('pnc.lacking.online') : t('pnc.lacking.away')}
        />
      ),
    },
  ]
}
