import { Select, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { contract, type PlugAndChargeRoot, type PlugAndChargeRootReading } from '@stationmaster/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../api/calls/request.ts'
import { useChange } from '../../../api/use-change.ts'
import { When } from '../../../ui/dates/when.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Fact, Facts } from '../../../ui/frame/facts.tsx'
import { DaysLeft } from './days-left.tsx'
import classes from './plug-and-charge.module.css'
import { readingQuery, rootsQuery } from './roots-query.ts'

type Kind = PlugAndChargeRoot['kind']
const kinds: readonly Kind[] = ['mo', 'v2g', 'oem']
const calmMs = 300

/** A root by paste: what it says is shown before it is added. */
export function AddRoot({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<Kind>('mo')
  const pem = text.trim()
  const [settled] = useDebouncedValue(pem, calmMs)
  const reading = useQuery(readingQuery(settled))
  const add = useChange({
    mutationFn: (body: { kind: Kind; pem: string }, idempotency) =>
      request(contract.plugAndCharge.addRoot, { body, idempotency }),
    onSuccess: (roots) => {
      client.setQueryData(rootsQuery.queryKey, roots)
      onClose()
    },
  })
  const said = pem !== '' && pem === settled ? reading.data : undefined
  const holds = said && !said.present.includes(kind)
  return (
    <FormDialog
      title={t('pnc.add')}
      action={t('pnc.add')}
      body={holds ? { kind, pem } : undefined}
      change={add}
      onClose={onClose}
    >
      <Select
        label={t('pnc.form.kind')}
        data={kinds.map((value) => ({ value, label: t(`pnc.kind.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(kinds.find((one) => one === value) ?? 'mo')}
        allowDeselect={false}
      />
      <Textarea
        label={t('pnc.form.pem')}
        description={t('pnc.form.pemHint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        minRows={5}
        maxRows={8}
        autosize
        maxLength={20_000}
        spellCheck={false}
        classNames={{ input: classes.pem! }}
        data-autofocus
      />
      <div role="status">
        {pem !== '' && reading.isFetching && <p className={classes.quiet}>{t('pnc.form.reading')}</p>}
        {said && <Said said={said} />}
      </div>
      {pem !== '' && pem === settled && reading.isError && <FormError error={reading.error} />}
    </FormDialog>
  )
}

function Said({ said }: { said: PlugAndChargeRootReading }) {
  const { t } = useTranslation()
  const { subject, not_before: from, not_after: until, fingerprint, present } = said
  return (
    <>
      <p className={classes.quiet}>{t('pnc.form.says')}</p>
      <p className={classes.subject}>{subject}</p>
      <Facts>
        <Fact name={t('pnc.form.validity')}>
          {t('pnc.form.from')} <When at={from} style="day" /> {t('pnc.form.until')}{' '}
          <When at={until} style="day" />
        </Fact>
        <Fact name={t('pnc.columns.ends')}>
          <DaysLeft from={from} until={until} />
        </Fact>
      </Facts>
      <p className={classes.quiet}>{t('pnc.form.fingerprint')}</p>
      <code className={classes.fingerprint}>{fingerprint}</code>
      <p className={classes.quiet}>{t('pnc.form.check')}</p>
      {present.length > 0 && (
        <p className={classes.warn}>
          {t('pnc.form.present', { kinds: present.map((one) => t(`pnc.kind.${one}`)).join(', ') })}
        </p>
      )}
    </>
  )
}
