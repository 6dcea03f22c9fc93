import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../api/calls/api-error.ts'
import { useChange } from '../../api/use-change.ts'
import { PasswordField } from '../fields/password-field.tsx'
import { FormDialog } from './form-dialog.tsx'

/** A call that the server may want the current password for. */
type Act<T> = (currentPassword?: string) => Promise<T>

interface Waiting {
  retry: (currentPassword: string) => Promise<void>
  giveUp: () => void
}

/**
 * Makes calls that the server wants the current password for when the log-in is some time old: `prove` asks for it in
 * `dialog` then, and makes the call once more with it.
 */
export function usePasswordProof(): { prove: <T>(act: Act<T>) => Promise<T>; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const prove = <T,>(act: Act<T>): Promise<T> =>
    act().catch((refusal: unknown) => {
      if (codeOf(refusal) !== 'auth.password_needed') throw refusal
      return new Promise<T>((resolve, reject) => {
        const end = (finish: () => void) => {
          setWaiting(null)
          finish()
        }
        setWaiting({
          retry: (currentPassword) =>
            act(currentPassword).then(
              (answer) => end(() => resolve(answer)),
              (error: unknown) => {
                if (isOfPassword(error)) throw error
                end(() => reject(error))
              },
            ),
          giveUp: () => end(() => reject(refusal)),
        })
      })
    })
  return { prove, dialog: waiting && <ProofDialog {...waiting} /> }
}

/** Refusals after which the person may try again in the dialog. */
const isOfPassword = (error: unknown): boolean =>
  ['auth.password_wrong', 'auth.too_many_attempts', 'network.unreachable'].includes(codeOf(error))

function ProofDialog({ retry, giveUp }: Waiting) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  return (
    <FormDialog
      title={t('settings.proof.title')}
      action={t('settings.proof.submit')}
      body={password || undefined}
      change={useChange({ mutationFn: retry })}
      onClose={giveUp}
    >
      <Text size="md">{t('settings.proof.text')}</Text>
      <PasswordField
        label={t('settings.proof.password')}
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
