import { Skeleton } from '@mantine/core'
import { contract, type RepairSwitch } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { When } from '../../../ui/dates/when.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconPlayerPlay, IconPlayerStop } from '../../../ui/pictures/icons.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { switchQuery } from './repair-queries.ts'
import classes from './repairs.module.css'

/** The network's one switch that stops all repairs, and how many run in a day; only administrators turn it. */
export function SwitchPanel({ turns }: { turns: boolean }) {
  const { t } = useTranslation()
  const query = useQuery(switchQuery)
  return (
    <Panel title={t('repairs.switch.title')}>
      {query.isError && !query.data && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton height={36} width="60%" />}
      {query.data && <State state={query.data} turns={turns} />}
      {query.data && turns && <Limit key={query.data.network_most} state={query.data} />}
    </Panel>
  )
}

function useSwitching() {
  const client = useQueryClient()
  return useChange({
    mutationFn: (body: { stopped: boolean; network_most: number }) =>
      request(contract.repairCalls.setState, { body }),
    onSuccess: (state) => client.setQueryData(switchQuery.queryKey, state),
    onSettled: () => client.invalidateQueries({ queryKey: switchQuery.queryKey }),
  })
}

function State({ state, turns }: { state: RepairSwitch; turns: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  const change = useSwitching()
  const { stopped_at, stopped_by, network_most, today } = state
  const stopped = stopped_at !== null
  const action = t(stopped ? 'repairs.switch.go' : 'repairs.switch.stop')
  return (
    <div className={classes.switch} data-stopped={stopped || undefined}>
      <div className={classes.words}>
        <p className={classes.name}>{t(stopped ? 'repairs.switch.stopped' : 'repairs.switch.runs')}</p>
        <p className={classes.quiet}>
          {stopped ? (
            <>
              {t('repairs.switch.by', { name: stopped_by ?? '' })} · <When at={stopped_at} />
            </>
          ) : (
            t('repairs.switch.today', { today: format.number(today), most: format.number(network_most) })
          )}
        </p>
        {!turns && <p className={classes.quiet}>{t('repairs.switch.who')}</p>}
        {change.isError && <FormError error={change.error} />}
      </div>
      {turns && (
        <>
          <ChangeButton
            size="md"
            {...(stopped ? {} : { color: 'red.8' })}
            leftSection={
              stopped ? (
                <IconPlayerPlay size={18} stroke={1.75} />
              ) : (
                <IconPlayerStop size={18} stroke={1.75} />
              )
            }
            loading={change.isPending}
            onClick={() => setAsking(true)}
          >
            {action}
          </ChangeButton>
          <ConfirmDialog
            opened={asking}
            title={t(stopped ? 'repairs.switch.goTitle' : 'repairs.switch.stopTitle')}
            text={t(stopped ? 'repairs.switch.goText' : 'repairs.switch.stopText')}
            action={action}
            onConfirm={() => change.mutate({ stopped: !stopped, network_most })}
            onClose={() => setAsking(false)}
          />
        </>
      )}
    </div>
  )
}

function Limit({ state: { stopped_at, network_most } }: { state: RepairSwitch }) {
  const { t } = useTranslation()
  const [most, setMost] = useState<number | ''>(network_most)
  const change = useSwitching()
  const holds = most !== '' && Number.isInteger(most) && most >= 0 && most <= 10_000
  return (
    <form
      className={classes.limit}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (holds) change.mutate({ stopped: stopped_at !== null, network_most: most })
      }}
    >
      <NumberField
        label={t('repairs.switch.most')}
        value={most}
        min={0}
        max={10_000}
        onChange={setMost}
        error={most === '' && t('rules.required')}
      />
      <ChangeButton
        type="submit"
        variant="default"
        disabled={!holds || most === network_most}
        loading={change.isPending}
      >
        {t('repairs.save')}
      </ChangeButton>
      {change.isError && <FormError error={change.error} />}
    </form>
  )
}
