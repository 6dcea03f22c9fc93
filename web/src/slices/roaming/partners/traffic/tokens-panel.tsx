import { Skeleton } from '@mantine/core'
import { contract, type RoamingPartner } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { Ago } from '../../../../ui/dates/duration.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { Fact, Facts } from '../../../../ui/frame/facts.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { tokensQuery, useReloadRoaming } from '../partner-queries.ts'
import classes from '../partners.module.css'

/** The tokens of a partner's drivers, as far as we have them; they can be read at once. */
export function TokensPanel({ partner: { id, can } }: { partner: RoamingPartner }) {
  const { t } = useTranslation()
  const format = useFormat()
  const reload = useReloadRoaming()
  const query = useQuery(tokensQuery(id))
  const tokens = query.data
  const read = useChange({
    mutationFn: (_, idempotency) =>
      request(contract.partnerTokens.readTokens, { params: { id }, idempotency }),
    onSuccess: reload,
  })
  return (
    <Panel
      title={t('roaming.tokens.title')}
      actions={
        can.check && (
          <ChangeButton size="xs" variant="default" loading={read.isPending} onClick={() => read.mutate()}>
            {t('roaming.tokens.read')}
          </ChangeButton>
        )
      }
    >
      {read.isError && <FormError error={read.error} />}
      {read.data?.failure && <p className={classes.problem}>{read.data.failure}</p>}
      {tokens ? (
        <Facts>
          <Fact name={t('roaming.tokens.known')}>{format.number(tokens.tokens)}</Fact>
          <Fact name={t('roaming.tokens.taken')}>{format.number(tokens.taken)}</Fact>
          <Fact name={t('roaming.tokens.until')}>
            <Ago at={tokens.read_until} />
          </Fact>
        </Facts>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={72} />
      )}
    </Panel>
  )
}
