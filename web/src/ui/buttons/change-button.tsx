import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLostSince } from '../../api/live/contact.ts'

/** A button that changes something: it waits while the server is out of contact, and says so. */
export function ChangeButton({
  disabled,
  title,
  ...rest
}: ButtonProps & ElementProps<'button', keyof ButtonProps>) {
  const { t } = useTranslation()
  const lost = useLostSince() !== null
  return <Button {...rest} disabled={disabled || lost} title={lost ? t('common.contact.waits') : title} />
}
