import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { languageOf } from '../../../i18n/index.ts'
import { type LegalName, useLegalText } from '../../../slices/operations/help/legal-text.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import classes from './text-page.module.css'
import { TextPage } from './text-page.tsx'

export const TermsPage = () => <LegalPage name="terms" />
export const PrivacyPage = () => <LegalPage name="privacy" />

const paragraphs = ['100%', '96%', '99%', '62%', '34%', '98%', '94%', '99%', '71%', '97%', '48%']

/** A legal text of the network's operator (domain.md#public-pages). */
function LegalPage({ name }: { name: LegalName }) {
  const { t, i18n } = useTranslation()
  const text = useLegalText(name, languageOf([i18n.language]))
  return (
    <TextPage title={t(`public.legal.${name}`)}>
      {text.isPending && (
        <div className={classes.bones} aria-busy="true">
          {paragraphs.map((width) => (
            <Skeleton key={width} height={14} width={width} />
          ))}
        </div>
      )}
      {text.isError && <ErrorState error={text.error} onRetry={() => void text.refetch()} />}
      {text.data !== undefined && (
        <div
          className={classes.prose}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets only the marks of a text through
          dangerouslySetInnerHTML={{ __html: text.data }}
        />
      )}
    </TextPage>
  )
}
