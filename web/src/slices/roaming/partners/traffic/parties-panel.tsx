import { contract, type PartnerParties, type RoamingPartner } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { Ago } from '../../../../ui/dates/duration.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { type Column, DataTable, ListRow } from '../../../../ui/tables/data-table.tsx'
import { partiesQuery, useReloadRoaming } from '../partner-queries.ts'
import classes from '../partners.module.css'

type Party = PartnerParties['items'][number]

const nameOf = ({ country_code: country, party_id: party }: Party) => `${country}*${party}`

/** The parties behind a hub, and which of them nothing is sent to. */
export function PartiesPanel({ partner: { id, can } }: { partner: RoamingPartner }) {
  const { t } = useTranslation()
  const reload = useReloadRoaming()
  const { data } = useQuery(partiesQuery(id))
  const read = useChange({
    mutationFn: (_, idempotency) =>
      request(contract.partnerParties.readParties, { params: { id }, idempotency }),
    onSuccess: reload,
  })
  const rows = data?.items ?? []
  const total = data?.total ?? 0
  const columns: Column<Party>[] = [
    { key: 'party', head: t('roaming.hubParties.party'), cell: nameOf },
    { key: 'role', head: t('roaming.hubParties.role'), cell: ({ role }) => role },
    {
      key: 'status',
      head: t('roaming.hubParties.status'),
      cell: ({ status }) => t(`roaming.hubParties.${status}`),
    },
    {
      key: 'since',
      head: t('roaming.hubParties.since'),
      grows: true,
      cell: ({ last_updated: at }) => <Ago at={at} />,
    },
  ]
  return (
    <Panel
      title={t('roaming.hubParties.title')}
      count={total}
      flush
      actions={
        can.check && (
          <ChangeButton size="xs" variant="default" loading={read.isPending} onClick={() => read.mutate()}>
            {t('roaming.hubParties.read')}
          </ChangeButton>
        )
      }
    >
      {read.isError && <FormError error={read.error} />}
      {read.data?.failure && <p className={classes.problem}>{read.data.failure}</p>}
      <DataTable
        label={t('roaming.hubParties.title')}
        columns={columns}
        rows={rows}
        rowKey={nameOf}
        empty={<p className={classes.empty}>{t('roaming.hubParties.none')}</p>}
        phoneRow={(one) => (
          <ListRow top={nameOf(one)} bottom={one.role} right={t(`roaming.hubParties.${one.status}`)} />
        )}
      />
      {total > rows.length && (
        <p className={classes.empty}>{t('roaming.hubParties.more', { shown: rows.length, total })}</p>
      )}
    </Panel>
  )
}
