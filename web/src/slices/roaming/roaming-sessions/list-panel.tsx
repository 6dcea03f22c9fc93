import { Progress } from '@mantine/core'
import { contract, type PartnerSettlement } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadJson } from '../../../api/calls/upload.ts'
import { useChange } from '../../../api/use-change.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { When } from '../../../ui/dates/when.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Panel } from '../../../ui/frame/panel.tsx'
import { FileDrop } from '../../../ui/upload/file-drop.tsx'
import { useSettlementChanged } from './settlement-queries.ts'
import classes from './settlements.module.css'

/** The partner's list of a month: which one is there, and where another one is dropped. */
export function ListPanel({ settlement }: { settlement: PartnerSettlement }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { listed, uploaded_at: at, uploaded_by: by, can } = settlement
  return (
    <Panel title={t('comparison.list')}>
      <div className={classes.stack}>
        {listed !== null && at && (
          <p className={classes.about}>
            {t('comparison.lines', { count: listed, n: format.number(listed) })},{' '}
            <When at={at} style="full" />
            {by && `, ${by}`}
          </p>
        )}
        {listed === null && !can.upload && <p className={classes.about}>{t('comparison.noList')}</p>}
        {can.upload && <Upload settlement={settlement} />}
      </div>
    </Panel>
  )
}

function Upload({ settlement: { partner_id: id, month } }: { settlement: PartnerSettlement }) {
  const { t } = useTranslation()
  const changed = useSettlementChanged()
  const [chosen, setChosen] = useState<string | null>(null)
  const [share, setShare] = useState(0)
  const send = useChange({
    mutationFn: async (file: File) =>
      uploadJson(
        contract.partnerSettlements.putList,
        { params: { id, month }, body: { file: await file.text() } },
        setShare,
      ),
    onSuccess: changed,
  })
  const take = (file: File) => {
    setChosen(file.name)
    setShare(0)
    send.mutate(file)
  }
  return (
    <>
      <p className={classes.about}>{t('comparison.columnsHint')}</p>
      <FileDrop name={chosen} disabled={send.isPending} onFile={take} />
      <div role="status">
        {send.isPending && (
          <>
            <p className={classes.about}>{t(share < 1 ? 'comparison.sending' : 'comparison.comparing')}</p>
            <Progress
              value={share * 100}
              size="sm"
              animated={share === 1}
              aria-label={t('comparison.sending')}
            />
          </>
        )}
        {send.isSuccess && <p className={classes.about}>{t('comparison.compared')}</p>}
      </div>
      {send.isError && <FormError error={send.error} />}
    </>
  )
}
