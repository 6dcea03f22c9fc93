import { Button, TextInput } from '@mantine/core'
import { appVersionBody } from '@stationmaster/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { Dialog } from '../../../ui/forms/dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { useCheckedForm } from '../../../ui/forms/use-checked-form.ts'
import classes from './version-form.module.css'
import { useSetVersions } from './version-list.ts'

const blank = { android_v: '', ios_v: '' }

/** Sets the versions in force; a popup shows the server's answer (domain.md#public-pages). */
export function VersionForm() {
  const { t } = useTranslation()
  const form = useCheckedForm(appVersionBody, blank, (name, values) => {
    if (values[name].trim() === '') return t('versions.required')
    return t(name === 'android_v' ? 'versions.numeric' : 'versions.tooLong')
  })
  const [answer, setAnswer] = useState<string | null>(null)
  const attempt = useSetVersions()
  const field = (name: keyof typeof blank) => ({
    ...form.text(name),
    autoComplete: 'off',
    required: true,
    withAsterisk: false,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.touch('android_v', 'ios_v')
    if (!form.data) return
    attempt.mutate(form.values, {
      onSuccess: (text) => {
        setAnswer(text)
        form.reset()
      },
    })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        {...field('android_v')}
        label={t('versions.android')}
        description={t('versions.androidHint')}
        inputMode="numeric"
      />
      <TextInput {...field('ios_v')} label={t('versions.ios')} description={t('versions.iosHint')} />
      <ChangeButton type="submit" className={classes.submit!} loading={attempt.isPending}>
        {t('versions.set')}
      </ChangeButton>
      {attempt.isError && (
        <div className={classes.refusal}>
          <FormError error={attempt.error} />
        </div>
      )}
      <Dialog
        opened={answer !== null}
        onClose={() => setAnswer(null)}
        title={t('versions.answer')}
        centered
        size="sm"
      >
        <p className={classes.answer}>{answer}</p>
        <Button fullWidth onClick={() => setAnswer(null)} data-autofocus>
          {t('common.ok')}
        </Button>
      </Dialog>
    </form>
  )
}
