import { useErrorText } from '../../i18n/use-error-text.ts'
import classes from './form-error.module.css'

/** The server's refusal, in a red box beside the button that was pressed. */
export function FormError({ error }: { error: unknown }) {
  const errorText = useErrorText()
  return (
    <p className={classes.error} role="alert">
      {errorText(error)}
    </p>
  )
}
