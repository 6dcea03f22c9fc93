import { Button } from '@mantine/core'
import { contract, type RepairRule, repairRuleBody } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconPlus } from '../../../ui/pictures/icons.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { rulesQuery } from './repair-queries.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleTable } from './rule-table.tsx'

type Mode = RepairRule['mode']

/** What mends stations by itself. */
export function RulesPanel() {
  const { t } = useTranslation()
  const query = useQuery(rulesQuery)
  const [edited, setEdited] = useState<{ rule: RepairRule | undefined } | null>(null)
  const [removed, setRemoved] = useState<RepairRule | null>(null)
  const [turnedOn, setTurnedOn] = useState<RepairRule | null>(null)
  const { removing, turning } = useChanges()
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setEdited({ rule: undefined })}>
      {t('repairs.add')}
    </Button>
  )
  const none = (
    <EmptyState drawing="calm" title={t('repairs.none')} text={t('repairs.noneText')} action={add} />
  )
  return (
    <Panel
      title={t('repairs.rules')}
      count={query.data?.length || undefined}
      actions={query.data?.length !== 0 && add}
      flush
    >
      {removing.isError && <FormError error={removing.error} />}
      {turning.isError && <FormError error={turning.error} />}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RuleTable
          rules={query.data}
          empty={none}
          onMode={(rule, mode) => (mode === 'on' ? setTurnedOn(rule) : turning.mutate({ rule, mode }))}
          onChange={(rule) => setEdited({ rule })}
          onRemove={setRemoved}
        />
      )}
      {edited && <RuleDialog rule={edited.rule} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        opened={turnedOn !== null}
        title={t('repairs.turnOnOf', { name: turnedOn?.name ?? '' })}
        text={t('repairs.turnOnText', { count: turnedOn?.counts.would ?? 0 })}
        action={t('repairs.turnOn')}
        onConfirm={() => turnedOn && turning.mutate({ rule: turnedOn, mode: 'on' })}
        onClose={() => setTurnedOn(null)}
      />
      <ConfirmDialog
        opened={removed !== null}
        title={t('repairs.removeOf', { name: removed?.name ?? '' })}
        text={t('repairs.removeText')}
        action={t('repairs.remove')}
        onConfirm={() => removed && removing.mutate(removed.id)}
        onClose={() => setRemoved(null)}
      />
    </Panel>
  )
}

function useChanges() {
  const client = useQueryClient()
  const removing = useChange({
    mutationFn: (id: number) => request(contract.repairCalls.removeRule, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: rulesQuery.queryKey }),
  })
  const turning = useChange({
    mutationFn: ({ rule, mode }: { rule: RepairRule; mode: Mode }) =>
      request(contract.repairCalls.changeRule, {
        params: { id: rule.id },
        body: repairRuleBody.parse({ ...rule, mode }),
      }),
    onSuccess: (rules) => client.setQueryData(rulesQuery.queryKey, rules),
    onSettled: () => client.invalidateQueries({ queryKey: rulesQuery.queryKey }),
  })
  return { removing, turning }
}
