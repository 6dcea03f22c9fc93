import { Button, Group, Modal, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../api/api-error.ts'
import { useChange } from '../api/use-change.ts'
import { ChangeButton } from './change-button.tsx'
import { FormError } from './form-error.tsx'
import { PasswordField } from './password-field.tsx'

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
        const end = (settle: () => void) => {
          setWaiting(null)
          settle()
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
  const attempt = useChange({ mutationFn: () => retry(password) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // the dialog stands in a portal, and React hands its events on to the form that opened it
    event.stopPropagation()
    attempt.mutate()
  }
  return (
    <Modal
      opened
      onClose={giveUp}
      title={t('settings.proof.title')}
      size={420}
      centered
      styles={{ title: { fontSize: 16, fontWeight: 600 } }}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={submit}>
        <Text size="md" mb="md">
          {t('settings.proof.text')}
        </Text>
        <PasswordField
          label={t('settings.proof.password')}
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {attempt.isError && <FormError error={attempt.error} />}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={giveUp}>
            {t('common.cancel')}
          </Button>
          <ChangeButton type="submit" disabled={password === ''} loading={attempt.isPending}>
            {t('settings.proof.submit')}
          </ChangeButton>
        </Group>
      </form>
    </Modal>
  )
}
