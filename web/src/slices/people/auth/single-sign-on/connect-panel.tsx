import { contract } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { When } from '../../../../ui/dates/when.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { usePasswordProof } from '../../../../ui/forms/password-proof.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import classes from '../second-factor/second-factor.module.css'
import { connectOwn } from './provider-log-in.ts'

const { singleSignOn } = contract
const queryKey = ['single-sign-on', 'own']

/** Connects the own account with the one at the provider; nothing is shown where nobody logs in there. */
export function ConnectPanel() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => request(singleSignOn.own, {}, signal) })
  const { prove, dialog } = usePasswordProof()
  const connect = useChange({ mutationFn: () => prove(connectOwn) })
  const part = useChange({
    mutationFn: () => request(singleSignOn.unlink, {}),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
  if (!data?.enabled && !data?.linked_at) return null
  const error = connect.error ?? part.error
  return (
    <Panel title={t('sso.own.title')}>
      <div className={classes.step}>
        {data.linked_at ? (
          <>
            <p>
              {t('sso.own.since')} <When at={data.linked_at} />
            </p>
            <ChangeButton variant="default" loading={part.isPending} onClick={() => part.mutate()}>
              {t('sso.own.part')}
            </ChangeButton>
          </>
        ) : (
          <>
            <p>{t('sso.own.text', { label: data.label })}</p>
            <ChangeButton variant="default" loading={connect.isPending} onClick={() => connect.mutate()}>
              {t('sso.own.connect')}
            </ChangeButton>
          </>
        )}
        {error && <FormError error={error} />}
      </div>
      {dialog}
    </Panel>
  )
}
