import { Button } from '@mantine/core'
import { type AlertRule, contract } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { IconPlus } from '../../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { rulesQuery } from '../alert-queries.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleTable } from './rule-table.tsx'

/** Who hears of which incidents. */
export function RulesPanel() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useQuery(rulesQuery)
  const [edited, setEdited] = useState<{ rule: AlertRule | undefined } | null>(null)
  const [removed, setRemoved] = useState<AlertRule | null>(null)
  const removing = useChange({
    mutationFn: (id: number) => request(contract.alerts.removeRule, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: rulesQuery.queryKey }),
  })
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setEdited({ rule: undefined })}>
      {t('alerts.add')}
    </Button>
  )
  return (
    <Panel
      title={t('alerts.rules')}
      count={query.data?.length || undefined}
      actions={query.data?.length !== 0 && add}
      flush
    >
      {removing.isError && <FormError error={removing.error} />}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RuleTable
          rules={query.data}
          empty={
            <EmptyState drawing="calm" title={t('alerts.none')} text={t('alerts.noneText')} action={add} />
          }
          onChange={(rule) => setEdited({ rule })}
          onRemove={setRemoved}
        />
      )}
      {edited && <RuleDialog rule={edited.rule} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        opened={removed !== null}
        title={t('alerts.removeOf', { name: removed?.name ?? '' })}
        text={t('alerts.removeText')}
        action={t('alerts.remove')}
        onConfirm={() => removed && removing.mutate(removed.id)}
        onClose={() => setRemoved(null)}
      />
    </Panel>
  )
}
