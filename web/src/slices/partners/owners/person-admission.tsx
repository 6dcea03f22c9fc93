import { Skeleton, Text } from '@mantine/core'
import { type Admission, contract } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { addDays, today } from '../../../api/days.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { admissionQuery, useKeepAdmission } from './admission-query.ts'
import { AdmissionSteps } from './admission-steps.tsx'
import classes from './owners.module.css'

/** What somebody who adds locations themselves lacks before they are let in, for the administrator who does it. */
export function PersonAdmission({ ownerId, name }: { ownerId: number; name: string }) {
  const { t } = useTranslation()
  const query = useQuery(admissionQuery(ownerId))
  const admission = query.data
  if (query.isError && !admission)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!admission) return <Skeleton height={120} />
  if (!admission.needed && admission.admitted_at === null && admission.payout === null) return null
  return (
    <section className={classes.section} aria-label={t('owners.admission')}>
      <h2 className={classes.title}>{t('owners.admission')}</h2>
      <AdmissionSteps
        ownerId={ownerId}
        admission={admission}
        email={t('managers.unconfirmed')}
        admit={<Admit ownerId={ownerId} name={name} admission={admission} />}
        isOwner={false}
        narrow
      />
    </section>
  )
}

function Admit({ ownerId, name, admission }: { ownerId: number; name: string; admission: Admission }) {
  const { t } = useTranslation()
  const format = useFormat()
  const keep = useKeepAdmission(ownerId)
  const [asking, setAsking] = useState(false)
  const admit = useChange({
    mutationFn: (_: object, idempotency) =>
      request(contract.owners.admit, { params: { id: ownerId }, idempotency }),
    onSuccess: (admission) => {
      keep(admission)
      setAsking(false)
    },
  })
  const { admitted_at, admitted_by, held_until, hold_days, waiting, can } = admission
  const dayText = (day: string) => format.when(new Date(`${day}T12:00:00Z`), 'day', 'UTC')
  if (admitted_at !== null)
    return (
      <span>
        {t('owners.admitted', { day: format.when(new Date(admitted_at), 'day'), by: admitted_by ?? '–' })}{' '}
        {held_until && t('owners.held', { day: dayText(held_until) })}
      </span>
    )
  const places = waiting.map((one) => one.name).join(', ')
  const stations = waiting.reduce((sum, one) => sum + one.stations, 0)
  return (
    <>
      {waiting.length > 0 &&
        t('owners.waiting', { places, count: stations, stations: format.number(stations) })}
      <ChangeButton size="compact-sm" disabled={!can.admit} onClick={() => setAsking(true)}>
        {t('owners.admit.action')}
      </ChangeButton>
      {asking && (
        <FormDialog
          title={t('owners.admit.title', { name })}
          action={t('owners.admit.action')}
          body={{}}
          change={admit}
          onClose={() => setAsking(false)}
        >
          <Text size="md">
            {t(waiting.length > 0 ? 'owners.admit.text' : 'owners.admit.textNone', { places })}{' '}
            {hold_days > 0 && t('owners.held', { day: dayText(addDays(today(), hold_days)) })}
          </Text>
        </FormDialog>
      )}
    </>
  )
}
