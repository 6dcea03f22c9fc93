import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconAlertTriangle } from '../../../../ui/pictures/icons.ts'
import classes from './auth-form.module.css'

type Rule = typeof import('./common-passwords.ts').isCommonPassword

interface PasswordHintProps {
  password: string
  /** names and address of who chooses it */
  own?: readonly string[]
}

/** Warns of a password that many choose; it is not refused. The list of words comes when somebody types. */
export function PasswordHint({ password, own }: PasswordHintProps) {
  const { t } = useTranslation()
  const [rule, setRule] = useState<{ isCommon: Rule }>()
  const typing = password !== ''
  useEffect(() => {
    if (!typing) return
    // without the list there is no warning, and nothing else is missing
    import('./common-passwords.ts').then(
      (module) => setRule({ isCommon: module.isCommonPassword }),
      () => undefined,
    )
  }, [typing])
  const common = password.length >= 8 && rule?.isCommon(password, own)
  return (
    <p className={classes.hint} role="status" data-shown={common || undefined}>
      {common && (
        <>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          {t('auth.commonPassword')}
        </>
      )}
    </p>
  )
}
