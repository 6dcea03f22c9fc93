import { Button, Modal, TextInput } from '@mantine/core'
import { appVersionBody } from '@stationmaster/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../ui/change-button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import classes from './version-form.module.css'
import { useSetVersions } from './version-list.ts'

type Field = 'android_v' | 'ios_v'
const blank = { android_v: '', ios_v: '' }

/** Sets the versions in force; the server's answer stands in a popup (domain.md#public-pages). */
export function VersionForm() {
  const { t } = useTranslation()
  const [values, setValues] = useState(blank)
  const [touched, setTouched] = useState<readonly Field[]>([])
  const [answer, setAnswer] = useState<string | null>(null)
  const attempt = useSetVersions()
  const wrong = wrongFields(values)

  const field = (name: Field) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
    onBlur: () => setTouched([...touched, name]),
    error: touched.includes(name) && message(name),
    autoComplete: 'off',
    required: true,
    withAsterisk: false,
  })
  const message = (name: Field) => {
    if (values[name].trim() === '') return t('versions.required')
    return wrong.includes(name) && t(name === 'android_v' ? 'versions.numeric' : 'versions.tooLong')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(['android_v', 'ios_v'])
    if (wrong.length > 0) return
    attempt.mutate(values, {
      onSuccess: (text) => {
        setAnswer(text)
        setValues(blank)
        setTouched([])
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
      <Modal
        opened={answer !== null}
        onClose={() => setAnswer(null)}
        title={t('versions.answer')}
        centered
        size="sm"
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <p className={classes.answer}>{answer}</p>
        <Button fullWidth onClick={() => setAnswer(null)} data-autofocus>
          {t('common.ok')}
        </Button>
      </Modal>
    </form>
  )
}

function wrongFields(values: Record<Field, string>): Field[] {
  const parsed = appVersionBody.safeParse(values)
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0] as Field)
}
