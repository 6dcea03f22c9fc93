import { contract, type RoamingPartner } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { When } from '../../../../ui/dates/when.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { useConnectFailure, useKeepFailure, useReloadRoaming } from '../partner-queries.ts'
import classes from '../partners.module.css'
import { usePartnerWords } from '../use-partner-words.ts'

/** Where a partner stands that is not connected, what failed when it was last tried, and what to do about it. */
export function ConnectNotice({ partner }: { partner: RoamingPartner }) {
  const { t } = useTranslation()
  const words = usePartnerWords()
  const failure = useConnectFailure(partner.id)
  const shown = failure && words.failure(failure)
  const connect = useConnect(partner)
  if (partner.state === 'connected' && !shown) return null
  return (
    <section
      className={classes.notice}
      data-bad={shown ? true : undefined}
      role={shown ? 'alert' : 'status'}
      aria-label={t('roaming.columns.state')}
    >
      <div className={classes.words}>
        {shown ? (
          <>
            <p>{shown.what}</p>
            {shown.said && <p>{shown.said}</p>}
          </>
        ) : (
          partner.state !== 'connected' && (
            <p>{t(`roaming.stands.${partner.state === 'invited' ? partner.invited_by : partner.state}`)}</p>
          )
        )}
        {!shown && partner.invited_until && (
          <p>
            {t('roaming.until')} <When at={partner.invited_until} style="dayTime" />
          </p>
        )}
        {connect.isError && <FormError error={connect.error} />}
      </div>
      {partner.can.connect && (
        <ChangeButton variant="default" loading={connect.isPending} onClick={() => connect.mutate()}>
          {t('roaming.connect')}
        </ChangeButton>
      )}
    </section>
  )
}

function useConnect(partner: RoamingPartner) {
  const reload = useReloadRoaming()
  const keepFailure = useKeepFailure()
  return useChange({
    mutationFn: (_, idempotency) =>
      request(contract.roamingPartners.connect, { params: { id: partner.id }, idempotency }),
    onSuccess: ({ failure }) => {
      keepFailure(partner, failure)
      void reload()
    },
  })
}
