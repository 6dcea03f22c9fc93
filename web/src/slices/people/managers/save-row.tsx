import { useTranslation } from 'react-i18next'
import { ChangeButton } from '../../../ui/buttons/change-button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import classes from './own/profile.module.css'

interface SaveRowProps {
  form: { data: unknown; changed: boolean }
  save: { isPending: boolean; isError: boolean; isSuccess: boolean; error: unknown }
}

/** The button below a form of a person, and what came of saving it. */
export function SaveRow({ form, save }: SaveRowProps) {
  const { t } = useTranslation()
  return (
    <>
      {save.isError && <FormError error={save.error} />}
      <div className={classes.buttons}>
        <ChangeButton type="submit" disabled={!form.data || !form.changed} loading={save.isPending}>
          {t('managers.save')}
        </ChangeButton>
        {save.isSuccess && !form.changed && (
          <p className={classes.good} role="status">
            {t('managers.saved')}
          </p>
        )}
      </div>
    </>
  )
}
