import { type CheckResult, contract, type RoamingPartner } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { IconAlertTriangle, IconCheck } from '../../../ui/pictures/icons.ts'
import classes from './partners.module.css'
import { usePartnerWords } from './use-partner-words.ts'

/** Plays the checks of the standard against a partner, and says in plain words what failed. */
export function CheckPanel({ partner: { id } }: { partner: RoamingPartner }) {
  const { t } = useTranslation()
  const check = useChange({
    mutationFn: (_, idempotency) => request(contract.roamingPartners.check, { params: { id }, idempotency }),
  })
  return (
    <Panel
      title={t('roaming.check.title')}
      actions={
        <ChangeButton size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t('roaming.check.action')}
        </ChangeButton>
      }
      flush={check.data !== undefined}
    >
      {check.isError && <FormError error={check.error} />}
      {check.data ? (
        <ul className={classes.checks}>
          {check.data.map((result) => (
            <Result key={`${result.check} ${result.module}`} result={result} />
          ))}
        </ul>
      ) : (
        <p className={classes.hint}>{t('roaming.check.text')}</p>
      )}
    </Panel>
  )
}

function Result({ result }: { result: CheckResult }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name, what, said } = usePartnerWords().check(result)
  const Icon = what ? IconAlertTriangle : IconCheck
  const objects = result.objects
  return (
    <li className={classes.check} data-bad={what ? true : undefined}>
      <Icon
        size={18}
        stroke={1.75}
        role="img"
        aria-label={t(what ? 'roaming.check.bad' : 'roaming.check.good')}
      />
      <div className={classes.checkWords}>
        <p>
          {name}
          {objects !== null &&
            ` · ${t('roaming.check.objects', { count: objects, n: format.number(objects) })}`}
        </p>
        {what && <p>{what}</p>}
        {said && <p>{said}</p>}
      </div>
    </li>
  )
}
