import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type DriverAccount, type Language, languages } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../../api/use-change.ts'
import { chooseLanguage, languageNames } from '../../../../i18n/index.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import classes from '../account.module.css'
import { accountActs, meQuery } from '../account-query.ts'
import { SaveFileButton } from '../save-file-button.tsx'
import { AddressPanel } from './address-panel.tsx'
import { DeletionPanel } from './deletion-panel.tsx'
import { DevicesPanel } from './devices-panel.tsx'

/** What a driver decides about the account. */
export function SettingsPanel({ account, onDeleted }: { account: DriverAccount; onDeleted: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <NamePanel account={account} />
      <AddressPanel account={account} />
      <WordsPanel account={account} />
      <DevicesPanel />
      <section className={`${classes.panel} ${classes.stack}`} aria-label={t('account.export.title')}>
        <h2 className={classes.heading}>{t('account.export.title')}</h2>
        <p className={classes.quiet}>{t('account.export.text')}</p>
        <div>
          <SaveFileButton path="me/export">{t('account.export.action')}</SaveFileButton>
        </div>
      </section>
      <DeletionPanel onDeleted={onDeleted} />
    </>
  )
}

/** Changes the account and shows it as it then is. */
function useAccountChange() {
  const client = useQueryClient()
  return useChange({
    mutationFn: accountActs.change,
    onSuccess: (account) => client.setQueryData(meQuery.queryKey, account),
  })
}

function NamePanel({ account }: { account: DriverAccount }) {
  const { t } = useTranslation()
  const [first, setFirst] = useState(account.first_name)
  const [last, setLast] = useState(account.last_name)
  const save = useAccountChange()
  const isSame = first === account.first_name && last === account.last_name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSame) save.mutate({ first_name: first.trim(), last_name: last.trim() })
  }
  const field = (value: string, set: (text: string) => void) => ({
    value,
    onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
    maxLength: 100,
    size: 'md' as const,
  })
  return (
    <section className={classes.panel} aria-label={t('account.name.title')}>
      <form className={classes.stack} onSubmit={submit} noValidate>
        <h2 className={classes.heading}>{t('account.name.title')}</h2>
        <TextInput {...field(first, setFirst)} label={t('account.name.first')} autoComplete="given-name" />
        <TextInput {...field(last, setLast)} label={t('account.name.last')} autoComplete="family-name" />
        <ChangeButton type="submit" size="md" variant="default" disabled={isSame} loading={save.isPending}>
          {t('account.name.save')}
        </ChangeButton>
        <div role="status">{save.isSuccess && isSame && t('account.name.saved')}</div>
        {save.isError && <FormError error={save.error} />}
      </form>
    </section>
  )
}

/** In which language the driver is written to, and about what. */
function WordsPanel({ account: { language, notices } }: { account: DriverAccount }) {
  const { t } = useTranslation()
  const save = useAccountChange()
  const choose = (chosen: Language | undefined) => {
    if (!chosen) return
    save.mutate({ language: chosen })
    void chooseLanguage(chosen)
  }
  const names = languages.map((one) => ({ value: one, label: languageNames[one] }))
  return (
    <section className={`${classes.panel} ${classes.stack}`} aria-label={t('account.words.title')}>
      <h2 className={classes.heading}>{t('account.words.title')}</h2>
      <NativeSelect
        label={t('account.words.language')}
        size="md"
        data={language === null ? [{ value: '', label: t('account.words.browser') }, ...names] : names}
        value={language ?? ''}
        disabled={save.isPending}
        onChange={({ currentTarget }) => choose(languages.find((one) => one === currentTarget.value))}
      />
      <Checkbox
        label={t('account.words.idleFee')}
        checked={notices.includes('idle_fee')}
        disabled={save.isPending}
        onChange={({ currentTarget }) => save.mutate({ notices: currentTarget.checked ? ['idle_fee'] : [] })}
      />
      {save.isError && <FormError error={save.error} />}
    </section>
  )
}
