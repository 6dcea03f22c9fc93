import { useTranslation } from 'react-i18next'
import { useChange } from '../../../../api/use-change.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../../ui/forms/form-error.tsx'
import { logInAtProvider } from './provider-log-in.ts'

/** Leads to the log-in of the provider. */
export function ProviderButton({ label }: { label: string }) {
  const { t } = useTranslation()
  const begin = useChange({ mutationFn: logInAtProvider })
  return (
    <>
      <ChangeButton
        size="md"
        fullWidth
        variant="default"
        loading={begin.isPending}
        onClick={() => begin.mutate()}
      >
        {t('auth.sso.with', { label })}
      </ChangeButton>
      {begin.isError && <FormError error={begin.error} />}
    </>
  )
}
